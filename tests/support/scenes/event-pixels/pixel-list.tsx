import { createActor, fromCallback, fromPromise } from 'xstate';
import { eventPixelsMachine, pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { PixelList } from '#views/event-pixels/PixelList.tsx';
import { pixelListPlan } from '../../plans/event-pixels/pixel-list.ts';
import { member, query } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

const page = createActor(
  withActors(eventPixelsMachine, {
    address: fromCallback(() => {}),
    list: fromCallback(() => {}),
    readHealths: fromPromise(async () => ({})),
  }),
  { input: { query, member } },
).start();

export const pixelListScene = sceneOf(pixelListMachine, pixelListPlan, {
  provide: withActors,
  view: (list) => <PixelList actor={page as never} list={list} last={null} />,
});
