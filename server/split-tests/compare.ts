import type { GoalType } from '#contract/split-tests/definition.ts';
import type { Comparison } from '#contract/split-tests/results.ts';
import type { VariantFigures } from './outcomes/read-figures.ts';
import { type Reading, readDifference, readRates } from './statistics/bayes.ts';
import {
  around,
  differenceOf,
  type Estimate,
  type Interval,
  meanOf,
  rateOf,
  ratioOf,
} from './statistics/estimates.ts';
import { normalQuantile, twoSided } from './statistics/normal.ts';
import { newcombe, twoProportionTest } from './statistics/proportions.ts';
import { sequential } from './statistics/sequential.ts';
import { welch } from './statistics/welch.ts';

/** The value of a goal per unit, click or order; unknown below two units or without anything to divide by. */
export function estimateOf(goal: GoalType, figures: VariantFigures): Estimate | null {
  const { moments } = figures;
  if (goal === 'conversion_rate') return rateOf(figures);
  if (goal === 'revenue_per_unit') return meanOf({ units: moments.units, ...moments.numerator });
  return ratioOf(moments);
}

export type Plan = {
  goal: GoalType;
  /** The chance of a false find of one treatment. */
  alpha: number;
  /** Units of the treatment and the control together. */
  plannedUnits: number;
};

const unknown: Comparison = {
  difference: null,
  interval: null,
  p: null,
  lift: null,
  lift_interval: null,
  chance: null,
  expected_loss: null,
  expected_loss_rel: null,
  fixed: null,
};

/** A treatment beside the control. */
export function compare(control: VariantFigures, variant: VariantFigures, plan: Plan): Comparison {
  const a = estimateOf(plan.goal, control);
  const b = estimateOf(plan.goal, variant);
  if (a === null || b === null) return unknown;
  const difference = differenceOf(a, b);
  const units = control.units + variant.units;
  const { low, high, p } = sequential(difference, units, plan);
  const interval = Number.isFinite(low) ? { low, high } : null;
  const isRate = plan.goal === 'conversion_rate';
  const reading: Reading = isRate ? readRates(control, variant) : readDifference(difference);
  const relative = (value: number) => (a.value > 0 ? value / a.value : null);
  return {
    difference: difference.value,
    interval,
    p,
    lift: relative(difference.value),
    lift_interval: interval && relativeInterval(interval, a.value),
    chance: reading.chance,
    expected_loss: reading.expectedLoss,
    expected_loss_rel: relative(reading.expectedLoss),
    fixed: fixedOf(control, variant, plan, difference),
  };
}

const relativeInterval = ({ low, high }: Interval, control: number): Interval | null =>
  control > 0 ? { low: low / control, high: high / control } : null;

/** The reading of one look at a fixed size: Newcombe for rates, Welch for means, the delta method for ratios. */
function fixedOf(
  control: VariantFigures,
  variant: VariantFigures,
  { goal, alpha }: Plan,
  { value, standardError }: { value: number; standardError: number },
): Comparison['fixed'] {
  if (goal === 'conversion_rate') {
    const test = twoProportionTest(control, variant, alpha);
    const interval = newcombe(control, variant, alpha);
    return test && interval && { p: test.p, interval };
  }
  if (standardError === 0) return null;
  const interval = around(value, normalQuantile(1 - alpha / 2) * standardError);
  if (goal !== 'revenue_per_unit') return { p: twoSided(value / standardError), interval };
  const means = ({ moments }: VariantFigures) => ({ units: moments.units, ...moments.numerator });
  const test = welch(means(control), means(variant));
  return test && { p: test.p, interval };
}
