import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PixelInstallSnapshot } from '#machines/master-pixels/pixel-install.ts';
import { pixelInstallGestures } from '../../support/gestures/master-pixels/pixel-install.ts';
import { pixelInstallScene } from '../../support/scenes/master-pixels/pixel-install.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by its sentence and its actions. */
function sees(state: PixelInstallSnapshot) {
  const shows = (words: string | RegExp) => screen.queryByText(words) !== null;
  expect(shows('There is no such pixel')).toBe(state.matches('missing'));
  expect(shows('I have pasted it')).toBe(state.matches({ open: 'showingSnippet' }));
  expect(shows('Waiting for the first event')).toBe(state.matches({ open: 'listening' }));
  expect(shows('No event has arrived')).toBe(state.matches({ open: 'troubleshooting' }));
  expect(shows('Looking at the page.')).toBe(state.matches({ open: { listening: 'fetchingUrl' } }));
  expect(shows('The pixel is active')).toBe(state.matches('active'));
  expect(shows(/^Any site may use this key/)).toBe(
    state.matches('unlimited') || state.matches('limiting'),
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkView(pixelInstallScene, {
  gestures: pixelInstallGestures,
  sees,
});
