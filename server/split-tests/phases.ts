import { and, eq, isNull } from 'drizzle-orm';
import type pg from 'pg';
import { orm } from '../database/orm.ts';
import { splitTestPhases } from '../database/schema/split-tests.ts';
import type { StoredTest, TestRow } from './test-rows.ts';

/** Ends the phase that runs. */
export const endPhase = (client: pg.PoolClient, { id }: TestRow, at: Date) =>
  orm(client)
    .update(splitTestPhases)
    .set({ endedAt: at })
    .where(and(eq(splitTestPhases.testId, id), isNull(splitTestPhases.endedAt)));

/** Begins a phase with the weights and traffic that the test has now. */
export async function beginPhase(
  client: pg.PoolClient,
  { row, phases }: StoredTest,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await orm(client)
    .insert(splitTestPhases)
    .values({
      testId: row.id,
      n: (phases.at(-1)?.n ?? 0) + 1,
      startedAt: at,
      weights: Object.fromEntries(row.variants.map(({ key, weight_bp }) => [key, weight_bp])),
      trafficPct: row.trafficPct,
      reason,
    });
}

const DAY = 86_400_000;

/** For how many days a test ran until now, without its pauses; null before its start. */
export function daysRun({ phases }: Pick<StoredTest, 'phases'>, now: Date): number | null {
  if (phases.length === 0) return null;
  const ran = phases.reduce(
    (sum, { startedAt, endedAt }) => sum + (endedAt ?? now).getTime() - startedAt.getTime(),
    0,
  );
  return ran / DAY;
}
