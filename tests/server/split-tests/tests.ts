import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { TestKind, TestStatus, TestUnit } from '#contract/split-tests/definition.ts';

type Wanted = {
  projectId: number;
  slug?: string;
  kind?: TestKind;
  unit?: TestUnit;
  status?: Exclude<TestStatus, 'archived'>;
  /** What leads to each variant: pages, or row ids of offers. */
  places?: readonly (string | number)[];
  weights?: readonly number[];
  trafficPct?: number;
  seed?: string;
};

export type AddedTest = { id: string; slug: string; seed: string; previewToken: string };

export const pageA = 'https://shop.test/a';
export const pageB = 'https://shop.test/b';

/** A test with the control A, running in its first phase unless it is said otherwise. */
export async function addTest(pool: pg.Pool, wanted: Wanted): Promise<AddedTest> {
  const id = `test_${randomBytes(8).toString('hex')}`;
  const {
    projectId,
    slug = id.replace('_', '-'),
    kind = 'page',
    unit = 'visitor',
    status = 'running',
    places = [pageA, pageB],
    weights = places.map(() => 10_000 / places.length),
    trafficPct = 100,
    seed = randomBytes(8).toString('hex'),
  } = wanted;
  const previewToken = randomBytes(12).toString('hex');
  const variants = places.map((place, at) => ({
    key: 'ABCDEF'[at],
    name: `Variant ${at}`,
    is_control: at === 0,
    weight_bp: weights[at],
    url: typeof place === 'string' ? place : null,
    offer: typeof place === 'number' ? place : null,
  }));
  const goal = { type: 'conversion_rate', event: '', window_hours: 72, direction: 'up' };
  await pool.query(
    `insert into split_tests (id, project_id, slug, name, hypothesis, kind, unit, status, goal, guardrails, variants,
       mde_rel, alpha, min_runtime_days, max_runtime_days, min_conversions, traffic_pct, seed, preview_token, version,
       created_at, updated_at)
     values ($1, $2, $3, $3, '', $4, $5, $6, $7, '[]', $8, 0.1, 0.05, 7, 42, 25, $9, $10, $11, 1, now(), now())`,
    [
      ...[id, projectId, slug, kind, unit, status, JSON.stringify(goal), JSON.stringify(variants)],
      ...[trafficPct, seed, previewToken],
    ],
  );
  await pool.query(
    `insert into split_test_phases (test_id, n, started_at, weights, traffic_pct, reason)
     values ($1, 1, now(), $2, $3, '')`,
    [
      id,
      JSON.stringify(Object.fromEntries(variants.map((one) => [one.key, one.weight_bp]))),
      trafficPct,
    ],
  );
  return { id, slug, seed, previewToken };
}
