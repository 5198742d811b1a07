import { demoBackfillMachine } from '#machines/dashboard/demo-backfill.ts';
import { DemoBackfill } from '#views/dashboard/DemoBackfill.tsx';
import { FreshnessLine } from '#views/kit/FreshnessLine.tsx';
import { demoBackfillPlan } from '../../plans/dashboard/demo-backfill.ts';
import { freshness } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const demoBackfillScene = sceneOf(demoBackfillMachine, demoBackfillPlan, {
  provide: withActors,
  view: (actor) => (
    <FreshnessLine freshness={freshness}>
      <DemoBackfill actor={actor} />
    </FreshnessLine>
  ),
});
