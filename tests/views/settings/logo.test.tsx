import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { LogoSnapshot } from '#machines/settings/logo.ts';
import { logoGestures } from '../../support/gestures/settings/logo.ts';
import { logoScene } from '../../support/scenes/settings/logo.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The chosen picture, else the present one, on both colours; the error; the progress of an upload. */
function sees(state: LogoSnapshot) {
  const { image, checked, share, problem } = state.context;
  const shown = screen.queryAllByRole('img').map((picture) => picture.getAttribute('src'));
  const expected = checked?.preview ?? image;
  expect(shown).toEqual(expected === null ? [] : [expected, expected]);
  const progress = screen.queryByRole('progressbar', { name: 'Upload' });
  expect(progress?.getAttribute('value')).toBe(
    state.matches('uploading') ? String(share) : undefined,
  );
  expect(screen.queryByRole('alert')?.textContent).toBe(problem?.message);
  expect(screen.queryByText('Saved. It is in use now.') !== null).toBe(state.matches('saved'));
  expect(screen.queryByRole('button', { name: 'Upload' }) !== null).toBe(state.matches('chosen'));
  expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(
    state.matches('failed'),
  );
}

walkView(logoScene, {
  gestures: logoGestures,
  sees,
});
