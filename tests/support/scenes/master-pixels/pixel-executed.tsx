import { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { AffiliateEvents } from '#views/master-pixels/AffiliateEvents.tsx';
import { pixelExecutedPlan } from '../../plans/master-pixels/pixel-executed.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const pixelExecutedScene = sceneOf(pixelExecutedMachine, pixelExecutedPlan, {
  provide: withActors,
  view: (actor) => <AffiliateEvents actor={actor} affiliates={member.affiliates} />,
});
