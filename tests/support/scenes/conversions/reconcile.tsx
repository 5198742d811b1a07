import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { Reconcile } from '#views/conversions/Reconcile.tsx';
import { reconcilePlan } from '../../plans/conversions/reconcile.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const reconcileScene = sceneOf(reconcileMachine, reconcilePlan, {
  provide: withActors,
  view: (actor) => (
    <Reconcile actor={actor} last={null} decision={undefined} exporter={undefined} />
  ),
});
