import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PixelsSnapshot } from '#machines/pixels.ts';
import { pixelsGestures } from '../support/gestures/pixels.ts';
import { pixelsScene } from '../support/scenes/pixels.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** Each part by what only it has. */
function sees(state: PixelsSnapshot) {
  const isThere = (name: string | RegExp) => screen.queryByRole('heading', { name }) !== null;
  expect(isThere('Master pixels')).toBe(state.matches('masters'));
  expect(isThere('Event pixels')).toBe(state.matches('events'));
  expect(screen.queryByText('Paste the code') !== null).toBe(state.matches('installing'));
  expect(screen.queryByRole('navigation', { name: 'Pixels' }) === null).toBe(
    state.matches('installing'),
  );
  const marked = (name: string) => screen.queryByRole('link', { name, current: 'page' }) !== null;
  expect(marked('On your pages')).toBe(state.matches('masters'));
  expect(marked('For affiliates')).toBe(state.matches('events'));
}

walkViewed(pixelsScene, { gestures: pixelsGestures, sees });
