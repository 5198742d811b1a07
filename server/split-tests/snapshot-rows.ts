import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { TestResults } from '#contract/split-tests/results.ts';
import { type Connection, orm } from '../database/orm.ts';
import { splitTestSnapshots } from '../database/schema/split-tests.ts';

/** One snapshot of a test; null where it is not the test's. */
export async function findSnapshot(
  connection: Connection,
  testId: string,
  id: string,
): Promise<TestResults | null> {
  const [row] = await orm(connection)
    .select()
    .from(splitTestSnapshots)
    .where(and(eq(splitTestSnapshots.testId, testId), eq(splitTestSnapshots.id, id)));
  return row?.results ?? null;
}

/** The latest snapshot of a test; null before the first. */
export async function latestSnapshot(
  connection: Connection,
  testId: string,
): Promise<TestResults | null> {
  return (await latestSnapshots(connection, [testId])).get(testId) ?? null;
}

/** The latest snapshots by test. */
export async function latestSnapshots(
  connection: Connection,
  testIds: readonly string[],
): Promise<ReadonlyMap<string, TestResults>> {
  if (testIds.length === 0) return new Map();
  const rows = await orm(connection)
    .selectDistinctOn([splitTestSnapshots.testId])
    .from(splitTestSnapshots)
    .where(inArray(splitTestSnapshots.testId, [...testIds]))
    .orderBy(splitTestSnapshots.testId, desc(splitTestSnapshots.computedAt));
  return new Map(rows.map(({ testId, results }) => [testId, results]));
}

/** Adds a snapshot; it never changes afterwards. */
export async function addSnapshot(
  client: pg.Pool | pg.PoolClient,
  testId: string,
  results: TestResults,
): Promise<void> {
  await orm(client)
    .insert(splitTestSnapshots)
    .values({
      id: results.snapshot_id,
      testId,
      computedAt: new Date(results.as_of),
      results,
    });
}

/** The last snapshot of each day in UTC, in their order. */
export async function lastOfDays(connection: Connection, testId: string): Promise<TestResults[]> {
  const day = sql`date_trunc('day', ${splitTestSnapshots.computedAt}, 'UTC')`;
  const rows = await orm(connection)
    .selectDistinctOn([day], { results: splitTestSnapshots.results })
    .from(splitTestSnapshots)
    .where(eq(splitTestSnapshots.testId, testId))
    .orderBy(day, desc(splitTestSnapshots.computedAt));
  return rows.map(({ results }) => results);
}

/**
 * Drops snapshots that are older than two days, but never the last one of a day, the first that let the test be
 * decided, and the one that it was decided by. The caller holds the lock of the project.
 */
export async function dropSnapshots(
  client: pg.PoolClient,
  testId: string,
  now: Date,
): Promise<void> {
  await client.query(
    `delete from split_test_snapshots old using split_tests test
     where old.test_id = $1 and test.id = $1 and old.computed_at < $2::timestamptz - interval '48 hours'
       and old.id is distinct from test.first_crossing_id and old.id is distinct from test.decision_snapshot_id
       and exists (
         select from split_test_snapshots later
         where later.test_id = $1 and later.computed_at > old.computed_at
           and date_trunc('day', later.computed_at, 'UTC') = date_trunc('day', old.computed_at, 'UTC'))`,
    [testId, now],
  );
}
