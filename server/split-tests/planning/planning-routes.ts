import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { memberForInput, requireCapability } from '../../access/require-capability.ts';
import { serve } from '../../plugins/serve.ts';
import type { SplitTestDependencies } from '../dependencies.ts';
import { goalEventOf } from '../goal-event.ts';
import { seenTest } from '../reading.ts';
import { readBaseline } from './baseline.ts';
import { powerOf } from './power.ts';
import { checkTest } from './preflight.ts';

/** What a test needs before it starts. */
export function splitTestPlanningRoutes(
  app: FastifyInstance,
  dependencies: SplitTestDependencies,
): void {
  const { pool, select, now } = dependencies;

  serve(app, endpoints.splitTestPower, async ({ access, body }) => {
    const { project, goal, unit } = body;
    requireCapability(memberForInput(access, project), 'split-test.see');
    const known = await readBaseline(select, {
      project,
      unit,
      goal: goal.type,
      ...(await goalEventOf(pool, project, goal.event)),
      offers: null,
      now: now(),
    });
    const question = {
      goal: goal.type,
      windowHours: goal.window_hours,
      variants: body.variants,
      mdeRel: body.mde_rel,
      alpha: body.alpha,
      trafficPct: body.traffic_pct,
      minRuntimeDays: body.min_runtime_days,
      maxRuntimeDays: body.max_runtime_days,
    };
    return powerOf(question, {
      ...known,
      value: body.baseline ?? known.value,
      dailyUnits: body.daily_units ?? known.dailyUnits,
    });
  });

  serve(app, endpoints.checkSplitTest, async (call) => {
    const test = await seenTest(pool, call);
    return checkTest(dependencies, test);
  });
}
