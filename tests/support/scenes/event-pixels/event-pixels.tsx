import { fromCallback } from 'xstate';
import { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { PixelList } from '#views/event-pixels/PixelList.tsx';
import { eventPixelsPlan } from '../../plans/event-pixels/event-pixels.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const eventPixelsScene = sceneOf(eventPixelsMachine, eventPixelsPlan, {
  cast: (machine, { editor: _editor, ...scripts }) =>
    recast(machine, { ...scripts, address: fromCallback(() => {}) }),
  view: (actor) => <PixelList actor={actor} last={null} />,
});
