import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { TestDecision } from '#contract/split-tests/schemas.ts';
import { clockOf } from '#server/platform/clock.ts';
import { parseEnv } from '#server/platform/env.ts';
import { type Product, startProduct } from '#server/start-product.ts';
import { silent } from '#tests/support/stores.ts';

type Row = {
  slug: string;
  status: string;
  decision: TestDecision | null;
  decisionSnapshotId: string | null;
  /** In their order. */
  snapshots: TestResults[];
};

const now = '2026-03-20T15:00:00Z';
const statement = `
select test.slug, test.status, test.decision, test.decision_snapshot_id as "decisionSnapshotId",
  coalesce(json_agg(shot.results order by shot.computed_at) filter (where shot.id is not null), '[]') as snapshots
from split_tests test left join split_test_snapshots shot on shot.test_id = test.id
group by test.id`;

let folder: string;
let product: Product;
let pool: pg.Pool;
const tests = new Map<string, Row>();

/** Every test of the demo was looked at until now, except the one that is over. */
async function isComplete(): Promise<boolean> {
  const { rows } = await pool.query<Row>(statement);
  for (const row of rows) tests.set(row.slug, row);
  return (
    rows.length === 4 &&
    rows.every(
      ({ decision, snapshots }) =>
        decision !== null || snapshots.at(-1)?.as_of === new Date(now).toISOString(),
    )
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clickledger-demo-tests-'));
  const env = parseEnv({
    DATA_DIR: folder,
    PORT: '0',
    DEMO_PASSWORD: 'a password for the demo',
    DEMO_DAYS: '45',
    DEMO_NOW: now,
  });
  product = await startProduct({ env, log: silent, now: clockOf(env), pages: null });
  pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  await vi.waitUntil(isComplete, { timeout: 280_000, interval: 500 });
}, 300_000);

afterAll(async () => {
  await pool?.end();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const latest = (slug: string): TestResults => {
  const found = tests.get(slug)?.snapshots.at(-1);
  if (!found) throw new Error(`“${slug}” was never looked at.`);
  return found;
};

it('has a clear winner that is ready to be shipped, and says since when', () => {
  const { gate, variants, first_crossing } = latest('short-letter');
  expect(gate).toMatchObject({ status: 'ready_ship', winner: 'B' });
  expect(variants[1]?.comparison?.interval?.low).toBeGreaterThan(0);
  const crossed = tests
    .get('short-letter')
    ?.snapshots.find(({ gate: { status } }) => status === 'ready_ship');
  expect(first_crossing?.snapshot_id).toBe(crossed?.snapshot_id);
});

it('has a test without a difference, which was decided so by its last look', () => {
  const row = tests.get('guide-cover');
  const results = latest('guide-cover');
  expect(row).toMatchObject({ status: 'stopped', decision: 'inconclusive' });
  expect(row?.decisionSnapshotId).toBe(results.snapshot_id);
  expect(results.gate.status).toBe('ready_inconclusive');
});

it('has a test whose split is broken', () => {
  const { gate, health } = latest('shipping-bar');
  expect(gate.status).toBe('unhealthy');
  expect(health.split.state).toBe('srm');
});

it('has a test that started today and has seen its first visitors', () => {
  const { gate, days, variants } = latest('reviews-first');
  expect(gate.status).toBe('collecting');
  expect(days).toBeLessThan(1);
  expect(variants.reduce((sum, { all_units }) => sum + all_units, 0)).toBeGreaterThan(0);
});

it('keeps the split of the other tests healthy', () => {
  for (const slug of ['short-letter', 'guide-cover', 'reviews-first']) {
    expect(latest(slug).health.split.state, slug).toBe('healthy');
  }
});
