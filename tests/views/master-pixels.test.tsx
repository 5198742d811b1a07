import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { MasterPixelsSnapshot } from '#machines/master-pixels.ts';
import { masterPixelsGestures } from '../support/gestures/master-pixels.ts';
import { masterPixelsScene } from '../support/scenes/master-pixels.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** Each state by its pixels, what stands in for them, the form, and the ways on. */
function sees(state: MasterPixelsSnapshot) {
  const { pixels, problem } = state.context;
  const isWriting = state.hasTag('writing');
  expect(screen.queryByRole('dialog') !== null).toBe(isWriting);
  if (isWriting) {
    const form = within(screen.getByRole('dialog'));
    expect(form.getByRole('group', { name: '' }).hasAttribute('disabled')).toBe(
      state.hasTag('busy'),
    );
    if (problem?.fields?.name) expect(form.getByText('Another pixel has this name.')).toBeDefined();
    return;
  }
  const panel = screen.getByRole('region', { name: 'Master pixels' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const names = within(panel)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);
  expect(names).toEqual(state.hasTag('showing') ? pixels.map(({ name }) => name) : []);
  const isRefused = state.can({ type: 'problem.dismiss' });
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(state.hasTag('undoable'));
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isRefused);
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(
    state.hasTag('failed') && !isRefused,
  );
}

walkViewed(masterPixelsScene, {
  gestures: masterPixelsGestures,
  sees,
});
