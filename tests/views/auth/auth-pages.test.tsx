import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { AuthSnapshot } from '#machines/auth/auth.ts';
import { authGestures } from '../../support/gestures/auth/auth.ts';
import { authScene } from '../../support/scenes/auth/auth.tsx';
import { walkView } from '../../support/view-walk.tsx';

const headings: Record<string, RegExp> = {
  signUp: /^Create your account$/,
  verification: /^Confirm your address$/,
  forgotten: /^Forgot your password\?$/,
  reset: /^Choose a new password$/,
  invite: /^Join /,
  document: /^Our terms$/,
};

/** Each page by its heading; while it loads or has failed to load, by that message. */
function sees(state: AuthSnapshot) {
  const heading = headings[String(state.value)];
  const title = screen.queryByRole('heading', { level: 1 })?.textContent ?? '';
  expect(title).toMatch(heading ?? /^$/);
  expect(screen.queryByRole('alert') !== null).toBe(state.matches('codeMissing'));
  expect(screen.queryByText(/Your API tokens keep working/) !== null).toBe(state.matches('reset'));
  if (!heading && !state.hasTag('failed')) {
    expect(screen.getByRole('status').textContent).toBe('Opening');
  }
}

walkView(authScene, { gestures: authGestures, sees });
