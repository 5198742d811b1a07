import { createActor, fromCallback, fromPromise } from 'xstate';
import { eventPixelsMachine, pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { PixelList } from '#views/event-pixels/PixelList.tsx';
import { pixelList, place } from '../../event-pixels.ts';
import { eventPixelsPlan } from '../../plans/event-pixels/event-pixels.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

const { project, slug } = place;

/** The list of the page, already loaded; its events to the machine come from the plan. */
const list = createActor(
  withActors(pixelListMachine, { readEntries: fromPromise(async () => pixelList) }),
  { input: { scope: { project, slug } } },
).start();

export const eventPixelsScene = sceneOf(eventPixelsMachine, eventPixelsPlan, {
  provide: (machine, { editor: _editor, ...scripts }) =>
    withActors(machine, { ...scripts, address: fromCallback(() => {}) }),
  view: (actor) => <PixelList actor={actor} list={list as never} last={null} />,
});
