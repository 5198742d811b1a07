import { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { Executed } from '#views/master-pixels/Executed.tsx';
import { pixelExecutedPlan } from '../../plans/master-pixels/pixel-executed.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const pixelExecutedScene = sceneOf(pixelExecutedMachine, pixelExecutedPlan, {
  cast: recast,
  view: (actor) => <Executed actor={actor} affiliates={member.affiliates} />,
});
