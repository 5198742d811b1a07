import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { JobRunSnapshot } from '#machines/settings/scheduled-jobs.ts';
import { jobGestures } from '../../support/gestures/kit/job.ts';
import { jobScene } from '../../support/scenes/kit/job.tsx';
import { walkView } from '../../support/view-walk.tsx';

const isShown = (words: RegExp) => screen.queryByText(words) !== null;

/** The notice of the run, and a button that cannot be pressed while it runs. */
function sees(state: JobRunSnapshot) {
  const isBusy = state.hasTag('busy');
  const isPollFailed = state.matches({ running: 'pollFailed' });
  const button = screen.getByRole('button', { name: /^Run now: / });
  expect(button.textContent).toBe(isBusy ? 'Running' : 'Run now');
  expect(isShown(/^“.*” is running\.$/)).toBe(isBusy && !isPollFailed);
  expect(isShown(/^“.*” goes on, but .* did not answer/)).toBe(isPollFailed);
  expect(isShown(/^“.*” was not started\. .*did not answer/)).toBe(state.matches('refused'));
  expect(isShown(/^“.*” goes on by itself\.$/)).toBe(state.matches('background'));
  expect(isShown(/^“.*” is done\.$/)).toBe(state.matches('done'));
  expect(isShown(/^“.*” failed\. The report has no rows\.$/)).toBe(state.matches('failed'));
}

walkView(jobScene, { gestures: jobGestures, sees });
