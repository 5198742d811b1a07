import type { TestGoal } from '#contract/split-tests/definition.ts';
import { leaderOf } from '#contract/split-tests/leader.ts';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import { daysRun } from './phases.ts';
import { decisionIn, shipIn } from './test-answer.ts';
import type { StoredTest } from './test-rows.ts';

type Reading = { now: Date; memberName: (id: number | null) => string | null };

/** A test in the list, with what its latest snapshot says. */
export function lineOf(
  test: StoredTest,
  results: TestResults | null,
  { now, memberName }: Reading,
): TestLine {
  const { row } = test;
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    hypothesis: row.hypothesis,
    kind: row.kind,
    unit: row.unit,
    status: row.archivedAt ? 'archived' : row.status,
    goal: row.goal,
    variants: row.variants.map(({ key, name, is_control, weight_bp }) => ({
      key,
      name,
      is_control,
      weight_bp,
    })),
    days: daysRun(test, now),
    max_runtime_days: row.maxRuntimeDays,
    daily_units: results && results.days > 0 ? unitsIn(results) / results.days : null,
    gate: results?.gate ?? null,
    leader: results && leaderIn(results, row.goal),
    as_of: results?.as_of ?? null,
    decision: decisionIn(test, memberName),
    ship: shipIn(test.ship, memberName),
    version: row.version,
  };
}

const unitsIn = ({ variants }: TestResults) =>
  variants.reduce((sum, { all_units: units }) => sum + units, 0);

/** The treatment that leads, as its own screen says; null where its lift is unknown. */
function leaderIn(results: TestResults, goal: TestGoal): TestLine['leader'] {
  const arm = leaderOf(goal, results);
  const comparison = arm?.comparison;
  if (!arm || !comparison || comparison.lift === null) return null;
  const { lift, lift_interval: interval, chance } = comparison;
  return {
    key: arm.key,
    lift,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    chance: goal.direction === 'down' && chance !== null ? 1 - chance : chance,
  };
}
