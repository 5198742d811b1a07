import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnnotationsSnapshot } from '#machines/dashboard/annotations.ts';
import { annotationsGestures } from '../../support/gestures/dashboard/annotations.ts';
import { annotationsScene } from '../../support/scenes/dashboard/annotations.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The graph in every state; beside it the notes, or why they are missing; above it the form. */
function sees(state: AnnotationsSnapshot) {
  const writing = state.hasTag('writing');
  expect(screen.queryByRole('dialog', { name: /note$/ }) !== null).toBe(writing);
  const slider = screen.getByRole('slider', { name: 'Point in time', hidden: writing });
  expect(slider).toBeDefined();
  const { rows, problem } = state.context;
  const flags = screen.queryAllByRole('button', {
    name: /^(\d notes, )?Nov 20, \d\d:\d\d: /,
    hidden: writing,
  });
  const placed = flags.flatMap((flag) =>
    (flag.getAttribute('aria-label') ?? '').split(/(?:;|(?<=[.!?…])) (?=Nov 20, )/),
  );
  expect(placed).toHaveLength(rows.length);
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(state.hasTag('undoable'));
  const isTold = screen.queryAllByRole('alert').length > 0;
  const isStale = state.matches({ ready: { resting: 'stale' } });
  expect(isTold).toBe(
    (state.hasTag('failed') && !isStale) || (writing && problem?.kind === 'offline'),
  );
  const save = screen.queryByRole('button', { name: /^(Add|Save) note$/ });
  expect(save?.matches(':disabled') ?? null).toBe(writing ? state.hasTag('busy') : null);
}

walkView(annotationsScene, {
  isPart: true,
  gestures: annotationsGestures,
  sees,
});
