import type { VariantKey } from '#contract/split-tests/definition.ts';
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
    leader: results && leaderIn(results, row.goal.direction === 'down'),
    as_of: results?.as_of ?? null,
    decision: decisionIn(test, memberName),
    ship: shipIn(test.ship, memberName),
    version: row.version,
  };
}

const unitsIn = ({ variants }: TestResults) =>
  variants.reduce((sum, { all_units: units }) => sum + units, 0);

/** The treatment with the best difference to the control; null where none has one. */
function leaderIn({ variants }: TestResults, isDown: boolean): TestLine['leader'] {
  type Led = { key: VariantKey; lift: number };
  let best: Led | null = null;
  for (const { key, comparison } of variants) {
    const lift = comparison?.lift ?? null;
    if (lift === null) continue;
    if (best === null || (isDown ? lift < best.lift : lift > best.lift)) best = { key, lift };
  }
  const leader = variants.find(({ key }) => key === best?.key)?.comparison;
  if (best === null || !leader) return null;
  return {
    key: best.key,
    lift: leader.lift,
    low: leader.lift_interval?.low ?? null,
    high: leader.lift_interval?.high ?? null,
    chance: isDown && leader.chance !== null ? 1 - leader.chance : leader.chance,
  };
}
