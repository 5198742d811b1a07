import { fillingMachine } from '#machines/dashboard/demo-backfill.ts';
import { Growing } from '#views/dashboard/DemoBackfill.tsx';
import { Fresh } from '#views/kit/Fresh.tsx';
import { fillingPlan } from '../../plans/dashboard/demo-backfill.ts';
import { freshness } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const fillingScene = sceneOf(fillingMachine, fillingPlan, {
  cast: recast,
  view: (actor) => (
    <Fresh freshness={freshness}>
      <Growing actor={actor} />
    </Fresh>
  ),
});
