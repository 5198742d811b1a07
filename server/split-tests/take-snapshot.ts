import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { Select } from '../analytics/runner/query-runner.ts';
import { inTransaction, orm } from '../database/orm.ts';
import { splitTests } from '../database/schema/split-tests.ts';
import { ulid } from '../platform/ulid.ts';
import { lockProject } from '../projects/repository.ts';
import { buildResults } from './build-results.ts';
import { goalEventOf } from './goal-event.ts';
import { readSilence } from './goal-silence.ts';
import type { OutcomeQuestion } from './outcomes/outcome-question.ts';
import { readPhaseUnits } from './outcomes/phase-units.ts';
import { readCap, readFigures, type TestFigures } from './outcomes/read-figures.ts';
import { daysRun } from './phases.ts';
import { addSnapshot, dropSnapshots, findSnapshot } from './snapshot-rows.ts';
import { findTest, type StoredTest } from './test-rows.ts';

export type SnapshotDependencies = {
  pool: pg.Pool;
  select: Select;
  /** The moment up to which every acknowledged event is in the warehouse. */
  watermark: () => Promise<Date>;
  now: () => Date;
};

/**
 * Computes what is known about a started test and stores it. Null while it has not started, and where another process
 * fixed its cap or its first crossing meanwhile.
 */
export async function takeSnapshot(
  { pool, select, watermark, now }: SnapshotDependencies,
  test: StoredTest,
): Promise<TestResults | null> {
  const { row, phases } = test;
  const { startedAt, projectId: project } = row;
  const phase = phases.at(-1);
  if (startedAt === null || !phase) return null;
  const asOf = await watermark();
  const base = { project, test: row.id, unit: row.unit, startedAt, asOf };
  const questionOf = async (named: string, goal: OutcomeQuestion['goal'], cap: string | null) => ({
    ...base,
    ...(await goalEventOf(pool, project, named)),
    goal,
    windowHours: row.goal.window_hours,
    cap,
  });
  const asked = await questionOf(row.goal.event, row.goal.type, row.winsorCap);
  const { goal, cap } = await readGoal(select, row, asked);
  const guardrails = [];
  for (const { event, type } of row.guardrails) {
    guardrails.push(await readFigures(select, await questionOf(event, type, null)));
  }
  const results = buildResults(row, {
    id: ulid(asOf),
    asOf,
    days: daysRun(test, asOf) ?? 0,
    currency: await currencyOf(pool, project),
    goal,
    guardrails,
    phase: {
      units: await readPhaseUnits(select, { ...base, phase: phase.n }),
      weights: phase.weights,
    },
    silence: await readSilence(select, { project, event: asked.event, asOf }),
    cap,
    firstCrossing: await firstCrossingOf(pool, row),
  });
  return inTransaction(pool, async (client) => {
    await lockProject(client, project);
    const current = (await findTest(client, row.id))?.row;
    if (current?.winsorCap !== row.winsorCap || current.firstCrossingId !== row.firstCrossingId) {
      return null;
    }
    await addSnapshot(client, row.id, results);
    await orm(client)
      .update(splitTests)
      .set({ winsorCap: cap, firstCrossingId: results.first_crossing?.snapshot_id ?? null })
      .where(eq(splitTests.id, row.id));
    await dropSnapshots(client, row.id, now());
    return results;
  });
}

async function firstCrossingOf(
  pool: pg.Pool,
  { id, firstCrossingId }: StoredTest['row'],
): Promise<TestResults['first_crossing']> {
  if (firstCrossingId === null) return null;
  return (await findSnapshot(pool, id, firstCrossingId))?.first_crossing ?? null;
}

/** The goal's figures. Their cap is found at the first look with enough conversions of every variant, and stays. */
async function readGoal(
  select: Select,
  row: StoredTest['row'],
  asked: OutcomeQuestion,
): Promise<{ goal: TestFigures; cap: string | null }> {
  const isSettled = asked.cap !== null || row.goal.type === 'conversion_rate';
  const cap = isSettled ? asked.cap : await readCap(select, asked, row);
  return { goal: await readFigures(select, { ...asked, cap }), cap };
}

async function currencyOf(pool: pg.Pool, project: number): Promise<string> {
  const { rows } = await pool.query<{ currency: string }>(
    'select currency from projects where id = $1',
    [project],
  );
  return rows[0]?.currency ?? 'USD';
}
