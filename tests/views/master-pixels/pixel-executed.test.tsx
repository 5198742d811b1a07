import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PixelExecutedSnapshot } from '#machines/master-pixels/pixel-executed.ts';
import { pixelExecutedGestures } from '../../support/gestures/master-pixels/pixel-executed.ts';
import { pixelExecutedScene } from '../../support/scenes/master-pixels/pixel-executed.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by the named affiliate, the figures, and the actions. */
function sees(state: PixelExecutedSnapshot) {
  const panel = screen.getByRole('region', { name: 'Events of an affiliate' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.queryByText('Choose an affiliate') !== null).toBe(state.matches('noAffiliate'));
  expect(screen.queryByRole('list', { name: 'Checks' }) !== null).toBe(state.matches('ready'));
  expect(screen.queryByText('No event of this affiliate has ever arrived.') !== null).toBe(
    state.matches('empty'),
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkView(pixelExecutedScene, {
  gestures: pixelExecutedGestures,
  sees,
});
