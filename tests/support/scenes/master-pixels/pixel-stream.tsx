import { fromCallback } from 'xstate';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { Live } from '#views/master-pixels/Live.tsx';
import { pixelStreamPlan } from '../../plans/master-pixels/pixel-stream.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const pixelStreamScene = sceneOf(pixelStreamMachine, pixelStreamPlan, {
  cast: (machine) =>
    recast(machine, { hear: fromCallback(() => {}), network: fromCallback(() => {}) }),
  view: (actor) => <Live actor={actor} affiliates={member.affiliates} zone="America/New_York" />,
});
