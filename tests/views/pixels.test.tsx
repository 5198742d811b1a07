import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import { eventPixelsMachine } from '#machines/event-pixels.ts';
import { type PixelsSnapshot, pixelsMachine } from '#machines/pixels.ts';
import { Pixels } from '#views/pixels/Pixels.tsx';
import { pixelList } from '../support/event-pixels.ts';
import { pixelsGestures } from '../support/gestures/pixels.ts';
import { pixelsPlan } from '../support/plans/pixels.ts';
import { pixelsStage, recast } from '../support/stage.tsx';
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
}

const eventPixels = eventPixelsMachine.provide({
  actors: { address: fromCallback(() => {}), readPixels: fromPromise(async () => pixelList) },
});

walkViewed(pixelsMachine, pixelsPlan, {
  cast: (machine, { address }) =>
    recast(machine, {
      ...pixelsStage.implementations.actors,
      eventPixels,
      ...(address ? { address } : {}),
    } as Parameters<typeof recast>[1]),
  view: (actor) => <Pixels actor={actor} />,
  gestures: pixelsGestures,
  sees,
});
