import { fromCallback } from 'xstate';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { LiveEvents } from '#views/master-pixels/LiveEvents.tsx';
import { pixelStreamPlan } from '../../plans/master-pixels/pixel-stream.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const pixelStreamScene = sceneOf(pixelStreamMachine, pixelStreamPlan, {
  provide: (machine) =>
    withActors(machine, {
      subscribeToStream: fromCallback(() => {}),
      network: fromCallback(() => {}),
    }),
  view: (actor) => (
    <LiveEvents actor={actor} affiliates={member.affiliates} zone="America/New_York" />
  ),
});
