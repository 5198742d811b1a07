import { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { TakeValues } from '#views/conversions/TakeValues.tsx';
import { reconcileValuesPlan } from '../../plans/conversions/reconcile-values.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const reconcileValuesScene = sceneOf(reconcileValuesMachine, reconcileValuesPlan, {
  provide: withActors,
  view: (actor) => <TakeValues actor={actor} currency="USD" />,
});
