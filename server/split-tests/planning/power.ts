import type { GoalType } from '#contract/split-tests/definition.ts';
import { graceHours } from '#contract/split-tests/gate-limits.ts';
import type { TestPower } from '#contract/split-tests/planning.ts';
import {
  daysNeeded,
  sequentialUnits,
  unitsForMean,
  unitsForRate,
} from '../statistics/sample-size.ts';
import type { Baseline } from './baseline.ts';

/** The chance to find a change of the wanted size. */
const power = 0.8;

export type PowerQuestion = {
  goal: GoalType;
  windowHours: number;
  variants: number;
  mdeRel: number;
  alpha: number;
  trafficPct: number;
  minRuntimeDays: number;
  maxRuntimeDays: number;
};

type Known = Pick<Baseline, 'value' | 'deviation' | 'dailyUnits' | 'conversionsPerUnit'>;

/** Units of one variant for the gate; null where too little is known. */
export function unitsOf(
  { goal, variants, mdeRel, alpha }: PowerQuestion,
  { value, deviation, conversionsPerUnit }: Known,
): number | null {
  if (value === null) return null;
  const wanted = { mdeRel, alpha: alpha / (variants - 1), power };
  const needed =
    goal === 'conversion_rate'
      ? unitsForRate(value, wanted)
      : unitsForMean({ mean: value, deviation: deviation ?? 0 }, wanted);
  if (needed === null) return null;
  if (goal !== 'aov') return sequentialUnits(needed);
  return conversionsPerUnit === null || conversionsPerUnit === 0
    ? null
    : sequentialUnits(needed / Math.min(1, conversionsPerUnit));
}

/** How many units and days a test needs, and what would make it shorter where that is too long. */
export function powerOf(question: PowerQuestion, known: Known): TestPower {
  const days = daysOf(question, known);
  const isTooLong = days !== null && days > question.maxRuntimeDays;
  return {
    type: question.goal,
    baseline: known.value,
    daily_units: known.dailyUnits,
    units_per_variant: unitsOf(question, known),
    days,
    is_too_long: isTooLong,
    alternatives: isTooLong ? alternativesTo(question, known) : [],
  };
}

function daysOf(question: PowerQuestion, known: Known): number | null {
  const units = unitsOf(question, known);
  if (units === null) return null;
  return daysNeeded({
    units: units * question.variants,
    dailyUnits: (known.dailyUnits * question.trafficPct) / 100,
    goalWindowHours: question.windowHours + graceHours,
    minRuntimeDays: question.minRuntimeDays,
  });
}

/** Fewer variants, all traffic, and the smallest larger change that fits into the longest runtime. */
function alternativesTo(question: PowerQuestion, known: Known): TestPower['alternatives'] {
  const steps = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1].filter((mde) => mde > question.mdeRel);
  const offered = [
    ...(question.variants > 2 ? [{ ...question, variants: 2 }] : []),
    ...(question.trafficPct < 100 ? [{ ...question, trafficPct: 100 }] : []),
  ].map((one) => ({ ...one, days: daysOf(one, known) }));
  const larger = steps
    .map((mdeRel) => ({ ...question, mdeRel, days: daysOf({ ...question, mdeRel }, known) }))
    .find(({ days }) => days !== null && days <= question.maxRuntimeDays);
  return [...offered, ...(larger ? [larger] : [])].flatMap(({ variants, mdeRel, days }) =>
    days === null ? [] : [{ variants, mde_rel: mdeRel, days }],
  );
}
