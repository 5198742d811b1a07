import { funnelCreationMachine } from '#machines/funnels/funnel-creation.ts';
import { CreationProgress } from '#views/funnels/wizard/CreationProgress.tsx';
import { funnelCreationPlan } from '../../plans/funnels/funnel-creation.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const funnelCreationScene = sceneOf(funnelCreationMachine, funnelCreationPlan, {
  provide: withActors,
  view: (actor) => <CreationProgress actor={actor} />,
});
