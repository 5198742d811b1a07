import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import type { Select } from '../analytics/runner/query-runner.ts';
import { inTransaction } from '../database/orm.ts';
import type { Log } from '../platform/logger.ts';
import { endPhase } from '../split-tests/phases.ts';
import { latestSnapshot } from '../split-tests/snapshot-rows.ts';
import { takeSnapshot } from '../split-tests/take-snapshot.ts';
import { findTest, type StoredTest, storeTest } from '../split-tests/test-rows.ts';
import type { Shop } from './create-shops.ts';
import { type TestPlan, testPlans } from './test-plans.ts';
import { timesOf } from './test-times.ts';
import type { World } from './world.ts';

const pause = 2_000;

type Running = {
  pool: pg.Pool;
  select: Select;
  log: Log;
  signal: AbortSignal;
};

/**
 * Gives the demo's tests the snapshots that would have been taken on each of their days, once the history is in the
 * warehouse, and decides the one that is over. An interrupted start is continued by the next.
 */
export async function runTests(
  world: World,
  shops: readonly Shop[],
  { pool, select, log, signal }: Running,
): Promise<void> {
  for (const { id, project } of shops) {
    for (const plan of testPlans) {
      for (let isDone = false; !isDone; ) {
        signal.throwIfAborted();
        try {
          isDone = (await isInWarehouse(pool, id)) && (await runTest());
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ err: error }, 'a test of the demo could not be computed yet');
        }
        if (!isDone) await delay(pause, undefined, { signal, ref: false });
      }

      async function runTest(): Promise<true> {
        const { startedAt, endedAt } = timesOf(plan, project, world);
        for (const asOf of looksOf(
          { startedAt, until: endedAt ?? world.startedAt },
          project.timezone,
        )) {
          signal.throwIfAborted();
          // A user may stop or delete it meanwhile, and its cap is set by an earlier look.
          const test = await testOf(pool, id, plan);
          if (!test) return true;
          if (await hasSnapshot(pool, test.row.id, asOf)) continue;
          await takeSnapshot({ pool, select, now: () => asOf, watermark: async () => asOf }, test);
        }
        const test = await testOf(pool, id, plan);
        if (test && endedAt) await decide(pool, test, { plan, endedAt });
        return true;
      }
    }
  }
}

/** The first moment of each day of a test, and its end. */
function looksOf({ startedAt, until }: { startedAt: Date; until: Date }, timezone: string): Date[] {
  const looks: Date[] = [];
  for (let day = addDays(dayAt(startedAt, timezone), 1); ; day = addDays(day, 1)) {
    const at = startOfDay(day, timezone);
    if (at >= until) return [...looks, until];
    looks.push(at);
  }
}

/** Events still wait while the history is sent; live traffic of this moment does not matter. */
async function isInWarehouse(pool: pg.Pool, project: number): Promise<boolean> {
  const { rows } = await pool.query<{ waiting: number }>(
    'select count(*)::int as waiting from (select from inbox where project_id = $1 limit 100) as few',
    [project],
  );
  return (rows[0]?.waiting ?? 0) < 100;
}

async function testOf(pool: pg.Pool, project: number, { slug }: TestPlan) {
  const { rows } = await pool.query<{ id: string }>(
    `select id from split_tests where project_id = $1 and slug = $2 and status = 'running'`,
    [project, slug],
  );
  const [row] = rows;
  return row ? findTest(pool, row.id) : null;
}

async function hasSnapshot(pool: pg.Pool, test: string, at: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from split_test_snapshots where test_id = $1 and computed_at = $2',
    [test, at],
  );
  return rowCount !== 0;
}

async function decide(
  pool: pg.Pool,
  { row }: StoredTest,
  { plan, endedAt }: { plan: TestPlan; endedAt: Date },
): Promise<void> {
  const snapshot = await latestSnapshot(pool, row.id);
  await inTransaction(pool, async (client) => {
    await endPhase(client, row, endedAt);
    const decided = {
      status: 'stopped',
      endedAt,
      decision: 'inconclusive',
      decisionNote: plan.decisionNote ?? '',
      decidedAt: endedAt,
      decisionSnapshotId: snapshot?.snapshot_id ?? null,
    } as const;
    await storeTest(client, row, decided, endedAt);
  });
}
