import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { PixelStreamSnapshot } from '#machines/pixel-stream.ts';
import { pixelStreamGestures } from '../support/gestures/pixel-stream.ts';
import { pixelStreamScene } from '../support/scenes/pixel-stream.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** Each state by how the line stands, the events that match, and the ways on. */
function sees(state: PixelStreamSnapshot) {
  const { events, filter } = state.context;
  const shown = events.filter(({ side }) => filter.side === null || side === filter.side);
  const list = screen.queryByRole('region', { name: 'Latest events' });
  expect(list ? within(list).getAllByRole('time') : []).toHaveLength(shown.length);
  expect(screen.queryByText('Listening') !== null).toBe(state.hasTag('live'));
  expect(screen.queryByText('Connecting') !== null).toBe(state.hasTag('busy'));
  expect(screen.queryByRole('button', { name: 'Resume' }) !== null).toBe(state.matches('paused'));
  expect(screen.queryByText('This device is offline.') !== null).toBe(state.matches('offline'));
  expect(screen.queryByText(/^Too many live views/) !== null).toBe(state.matches('refused'));
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkViewed(pixelStreamScene, {
  gestures: pixelStreamGestures,
  sees,
});
