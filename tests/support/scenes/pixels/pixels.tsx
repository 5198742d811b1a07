import { fromCallback, fromPromise } from 'xstate';
import { eventPixelsMachine, pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { pixelsMachine } from '#machines/pixels/pixels.ts';
import { PixelsScreen } from '#views/pixels/PixelsScreen.tsx';
import { pixelList } from '../../event-pixels.ts';
import { pixelsPlan } from '../../plans/pixels/pixels.ts';
import { sceneOf } from '../../scene.ts';
import { pixelsStage, recast } from '../../stage.tsx';

const children = {
  ...pixelsStage.implementations.actors,
  eventPixels: eventPixelsMachine.provide({
    actors: {
      address: fromCallback(() => {}),
      list: recast(pixelListMachine, {
        readEntries: fromPromise(async () => pixelList),
      }) as typeof pixelListMachine,
    },
  }),
} as Parameters<typeof recast>[1];

export const pixelsScene = sceneOf(pixelsMachine, pixelsPlan, {
  cast: (machine, { address }) => recast(machine, { ...children, ...(address ? { address } : {}) }),
  view: (actor) => <PixelsScreen actor={actor} />,
});
