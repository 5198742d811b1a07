import { fromCallback, fromPromise } from 'xstate';
import { eventPixelsMachine, pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { pixelsMachine } from '#machines/pixels/pixels.ts';
import { PixelsScreen } from '#views/pixels/PixelsScreen.tsx';
import { pixelList } from '../../event-pixels.ts';
import { pixelsPlan } from '../../plans/pixels/pixels.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedPixels, withActors } from '../../stub-machines.ts';

const children = {
  ...stubbedPixels.implementations.actors,
  eventPixels: eventPixelsMachine.provide({
    actors: {
      address: fromCallback(() => {}),
      list: withActors(pixelListMachine, {
        readEntries: fromPromise(async () => pixelList),
      }) as typeof pixelListMachine,
    },
  }),
} as Parameters<typeof withActors>[1];

export const pixelsScene = sceneOf(pixelsMachine, pixelsPlan, {
  provide: (machine, { address }) =>
    withActors(machine, { ...children, ...(address ? { address } : {}) }),
  view: (actor) => <PixelsScreen actor={actor} />,
});
