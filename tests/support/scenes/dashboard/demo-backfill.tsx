import { demoBackfillMachine } from '#machines/dashboard/demo-backfill.ts';
import { DemoBackfill } from '#views/dashboard/DemoBackfill.tsx';
import { Fresh } from '#views/kit/Fresh.tsx';
import { demoBackfillPlan } from '../../plans/dashboard/demo-backfill.ts';
import { freshness } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const demoBackfillScene = sceneOf(demoBackfillMachine, demoBackfillPlan, {
  cast: recast,
  view: (actor) => (
    <Fresh freshness={freshness}>
      <DemoBackfill actor={actor} />
    </Fresh>
  ),
});
