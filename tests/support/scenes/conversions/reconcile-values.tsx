import { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { TakeValues } from '#views/conversions/TakeValues.tsx';
import { reconcileValuesPlan } from '../../plans/conversions/reconcile-values.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const reconcileValuesScene = sceneOf(reconcileValuesMachine, reconcileValuesPlan, {
  cast: recast,
  view: (actor) => <TakeValues actor={actor} currency="USD" />,
});
