import type pg from 'pg';
import type { Select } from '../../analytics/runner/query-runner.ts';
import type { StartFacts } from '../dependencies.ts';
import { goalEventOf } from '../goal-event.ts';
import type { TestRow } from '../test-rows.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import { unitsOf } from './power.ts';

type Sources = { pool: pg.Pool; select: Select; now: () => Date };

/** The traffic that a test would split. */
export async function baselineOf(
  { pool, select, now }: Sources,
  { projectId: project, unit, goal, variants }: TestRow,
): Promise<Baseline> {
  const { rows } = await pool.query<{ offerId: string }>(
    'select offer_id as "offerId" from offers where id = any($1)',
    [variants.flatMap(({ offer }) => offer ?? [])],
  );
  return readBaseline(select, {
    project,
    unit,
    goal: goal.type,
    ...(await goalEventOf(pool, project, goal.event)),
    offers: rows.length > 0 ? rows.map(({ offerId }) => offerId) : null,
    now: now(),
  });
}

export const createStartFacts =
  (sources: Sources): StartFacts =>
  async (row) => {
    const baseline = await baselineOf(sources, row);
    const units = unitsOf(
      {
        goal: row.goal.type,
        windowHours: row.goal.window_hours,
        variants: row.variants.length,
        mdeRel: row.mdeRel,
        alpha: row.alpha,
        trafficPct: row.trafficPct,
        minRuntimeDays: row.minRuntimeDays,
        maxRuntimeDays: row.maxRuntimeDays,
      },
      baseline,
    );
    return { goalEvents: baseline.recentGoals, plannedUnits: units === null ? null : 2 * units };
  };
