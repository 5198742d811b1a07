import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PixelHealthSnapshot } from '#machines/event-pixels/pixel-health.ts';
import { pixelHealthGestures } from '../../support/gestures/event-pixels/pixel-health.ts';
import { pixelHealthScene } from '../../support/scenes/event-pixels/pixel-health.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Figures with their reason, or why there are none. */
function sees(state: PixelHealthSnapshot) {
  const panel = screen.getByRole('region', { name: 'Health' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const table = screen.queryByRole('table', { name: 'Health in figures' });
  expect(table !== null).toBe(state.hasTag('showing'));
  expect(screen.queryByText(/2 of 40 deliveries failed/) !== null).toBe(state.hasTag('showing'));
  expect(screen.queryByRole('button', { name: 'Retry the health' }) !== null).toBe(
    state.hasTag('failed'),
  );
}

walkView(pixelHealthScene, {
  gestures: pixelHealthGestures,
  sees,
});
