import { createActor, fromCallback, fromPromise } from 'xstate';
import { eventPixelsMachine, pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { PixelList } from '#views/event-pixels/PixelList.tsx';
import { pixelList, place } from '../../event-pixels.ts';
import { eventPixelsPlan } from '../../plans/event-pixels/event-pixels.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

const { project, slug } = place;

/** The list of the page, read already: what the machine hears of it are the events of its plan. */
const list = createActor(
  recast(pixelListMachine, { readEntries: fromPromise(async () => pixelList) }),
  { input: { scope: { project, slug } } },
).start();

export const eventPixelsScene = sceneOf(eventPixelsMachine, eventPixelsPlan, {
  cast: (machine, { editor: _editor, ...scripts }) =>
    recast(machine, { ...scripts, address: fromCallback(() => {}) }),
  view: (actor) => <PixelList actor={actor} list={list as never} last={null} />,
});
