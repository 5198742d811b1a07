import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { allWeight } from '#contract/split-tests/definition.ts';
import { invalid } from '../platform/refusal.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeTest, requireCurrent } from './changing.ts';
import type { ChangingDependencies } from './dependencies.ts';
import { beginPhase, endPhase } from './phases.ts';
import { storeTest } from './test-rows.ts';

/** Changed shares, each of which begins a phase. */
export function splitTestWeightRoutes(
  app: FastifyInstance,
  dependencies: ChangingDependencies,
): void {
  const { now, onChange } = dependencies;
  const change = createChangeTest(dependencies);

  serve(app, endpoints.weighSplitTest, async (call) => {
    const { weights, reason, traffic_pct: traffic } = call.body;
    const weighed = await change(call, async ({ client, test, answer, record }) => {
      const { row } = test;
      const current = await answer(test);
      requireCurrent(call, current);
      if (row.status !== 'running')
        throw conflict('Only a running test is weighed. Resume it if it is paused.', current);
      const variants = row.variants.map((variant) => ({
        ...variant,
        weight_bp: weights[variant.key] ?? 0,
      }));
      const unknown = Object.keys(weights).find((key) => !variants.some((one) => one.key === key));
      if (unknown !== undefined)
        throw invalid('weights', `There is no variant ${unknown}. Leave it out.`);
      const missing = variants.find(({ weight_bp: weight }) => weight === 0);
      if (missing) throw invalid('weights', `Enter the share of ${missing.name}.`);
      const sum = variants.reduce((total, { weight_bp: weight }) => total + weight, 0);
      if (sum !== allWeight) {
        throw invalid('weights', `The shares add up to ${sum / 100} %. Make them 100 %.`);
      }
      const columns = { variants, trafficPct: traffic ?? row.trafficPct };
      await endPhase(client, row, now());
      await beginPhase(client, { ...test, row: { ...row, ...columns } }, { at: now(), reason });
      const stored = await storeTest(client, row, columns, now());
      await record('split-test.weighed', { weights, traffic_pct: columns.trafficPct, reason });
      return answer(stored);
    });
    onChange();
    return weighed;
  });
}
