import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { VerifyChainSnapshot } from '#machines/settings/audit-log.ts';
import { taskGestures } from '../../support/gestures/kit/task.ts';
import { taskScene } from '../../support/scenes/kit/task.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The progress of the task, its result, or its error. */
function sees(state: VerifyChainSnapshot) {
  const { result } = state.context;
  const isDone = state.matches('done');
  expect(screen.queryByRole('button', { name: 'Stop verifying' }) !== null).toBe(
    state.hasTag('busy'),
  );
  expect(screen.queryByText(/^The log is intact: 412 entries/) !== null).toBe(
    isDone && result?.holds === true,
  );
  expect(screen.queryByText('Entry 61 does not match its hash.') !== null).toBe(
    isDone && result?.holds === false,
  );
  expect(screen.queryByText(/^The log was not verified/) !== null).toBe(state.hasTag('failed'));
}

walkView(taskScene, {
  gestures: taskGestures,
  sees,
});
