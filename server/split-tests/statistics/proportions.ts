import { around, type Interval, rateOf, type UnitCounts } from './estimates.ts';
import { normalQuantile, twoSided } from './normal.ts';

/**
 * The fixed-horizon test of two conversion rates: z with the pooled rate, the two-sided chance of such a z without any
 * difference, and Wald's bounds of the difference. Valid for one look at a size that was fixed before.
 * Source: Fleiss, Levin and Paik, "Statistical Methods for Rates and Proportions" (2003), section 3.
 */
export function twoProportionTest(control: UnitCounts, variant: UnitCounts, alpha: number) {
  const a = rateOf(control);
  const b = rateOf(variant);
  if (a === null || b === null) return null;
  const pooled = (control.conversions + variant.conversions) / (control.units + variant.units);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / control.units + 1 / variant.units));
  const difference = b.value - a.value;
  const standardError = Math.hypot(a.standardError, b.standardError);
  const z = spread === 0 ? 0 : difference / spread;
  const wald = around(difference, normalQuantile(1 - alpha / 2) * standardError);
  return { z, p: twoSided(z), difference, standardError, wald };
}

/** Wilson's score bounds of one rate. Source: Wilson (1927); Newcombe (1998), method 3. */
function wilson({ units, conversions }: UnitCounts, alpha: number): Interval {
  const z = normalQuantile(1 - alpha / 2);
  const rate = conversions / units;
  const middle = (rate + z ** 2 / (2 * units)) / (1 + z ** 2 / units);
  const width =
    (z * Math.sqrt((rate * (1 - rate)) / units + z ** 2 / (4 * units ** 2))) / (1 + z ** 2 / units);
  return around(middle, width);
}

/**
 * Newcombe's hybrid bounds of the difference of two rates: they hold at small counts, where Wald's do not.
 * Source: Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10.
 */
export function newcombe(control: UnitCounts, variant: UnitCounts, alpha: number): Interval | null {
  const a = rateOf(control);
  const b = rateOf(variant);
  if (a === null || b === null) return null;
  const ofControl = wilson(control, alpha);
  const ofVariant = wilson(variant, alpha);
  const difference = b.value - a.value;
  return {
    low: difference - Math.hypot(b.value - ofVariant.low, ofControl.high - a.value),
    high: difference + Math.hypot(ofVariant.high - b.value, a.value - ofControl.low),
  };
}

/**
 * The lift of a rate over the control's, on the scale of logarithms, where its bounds agree with the test.
 * `lift` is relative: 0.3 is 30 % more. Unknown without a conversion on both sides.
 * Source: Katz et al., "Obtaining confidence intervals for the risk ratio in cohort studies" (1978).
 */
export function logRatio(control: UnitCounts, variant: UnitCounts, alpha: number) {
  if (control.conversions === 0 || variant.conversions === 0) return null;
  const rateA = control.conversions / control.units;
  const rateB = variant.conversions / variant.units;
  const log = Math.log(rateB / rateA);
  const standardError = Math.sqrt(
    (1 - rateA) / control.conversions + (1 - rateB) / variant.conversions,
  );
  const { low, high } = around(log, normalQuantile(1 - alpha / 2) * standardError);
  const p = standardError === 0 ? 1 : twoSided(log / standardError);
  return {
    log,
    standardError,
    p,
    lift: Math.expm1(log),
    low: Math.expm1(low),
    high: Math.expm1(high),
  };
}
