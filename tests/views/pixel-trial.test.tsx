import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PixelTrialSnapshot } from '#machines/pixel-trial.ts';
import { pixelTrialGestures } from '../support/gestures/pixel-trial.ts';
import { pixelTrialScene } from '../support/scenes/pixel-trial.tsx';
import { walkViewed } from '../support/viewed.tsx';

const sentences = {
  passed: 'The partner took it.',
  warned: 'The partner took it, with something to mend.',
  refused: 'The partner did not take it.',
  timedOut: 'The partner did not answer in time.',
  unsent: 'Nothing was sent.',
} as const;

/** Each end by its sentence; the request only where one was sent. */
function sees(state: PixelTrialSnapshot) {
  const panel = screen.getByRole('region', { name: 'Test' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  for (const [end, sentence] of Object.entries(sentences)) {
    expect(screen.queryByText(sentence) !== null).toBe(
      state.matches({ open: { resting: end as keyof typeof sentences } }),
    );
  }
  expect(screen.queryByText('Request') !== null).toBe(state.context.test !== null);
  expect(screen.queryByText(/carries no event id/) !== null).toBe(
    state.matches({ open: { resting: 'warned' } }),
  );
}

walkViewed(pixelTrialScene, {
  gestures: pixelTrialGestures,
  sees,
});
