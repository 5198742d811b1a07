import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PasswordSnapshot } from '#machines/settings/password.ts';
import { passwordGestures } from '../../support/gestures/settings/password.ts';
import { passwordScene } from '../../support/scenes/settings/password.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each refusal has its own place; the form closes when it is cancelled or has succeeded. */
function sees(state: PasswordSnapshot) {
  const isWriting = state.hasTag('writing');
  expect(screen.queryByRole('form', { name: 'Password' }) !== null).toBe(isWriting);
  expect(screen.queryByRole('button', { name: 'Change password' }) !== null).toBe(!isWriting);
  expect(screen.queryByText('This is not your password.') !== null).toBe(
    state.matches('wrongCurrent'),
  );
  expect(screen.queryByText('Too many people have this password.') !== null).toBe(
    state.matches('weak'),
  );
  expect(screen.queryByText('The server did not answer.') !== null).toBe(state.matches('failed'));
  expect(screen.getByText(/API tokens keep working until they are revoked/)).toBeDefined();
  expect(screen.queryByText(/^Your password is changed/) !== null).toBe(state.matches('done'));
  if (isWriting) {
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save password' });
    expect(save.disabled).toBe(state.hasTag('busy'));
  }
}

walkView(passwordScene, {
  gestures: passwordGestures,
  sees,
});
