/** Units of one variant and how many of them converted. */
export type UnitCounts = { units: number; conversions: number };

/** Units of one variant with the sum of a value and of its square over them. */
export type Moments = { units: number; sum: number; sumOfSquares: number };

/** Units of one variant with two values of each, for a ratio such as revenue per order. */
export type PairedMoments = {
  units: number;
  numerator: { sum: number; sumOfSquares: number };
  denominator: { sum: number; sumOfSquares: number };
  sumOfProducts: number;
};

/** A figure of one variant: its value per unit and how far chance moves it. */
export type Estimate = { value: number; standardError: number };

/** What a variant earns more than the control, and how far chance moves it. */
export type Difference = { value: number; standardError: number };

export type Interval = { low: number; high: number };

/** The bounds that lie `width` around a value. */
export const around = (value: number, width: number): Interval => ({
  low: value - width,
  high: value + width,
});

/** The conversion rate of a variant with its binomial standard error. Unknown without units. */
export function rateOf({ units, conversions }: UnitCounts): Estimate | null {
  if (units === 0) return null;
  const value = conversions / units;
  return { value, standardError: Math.sqrt((value * (1 - value)) / units) };
}

/** The mean of a value per unit with its standard error. Unknown below two units. */
export function meanOf(moments: Moments): Estimate | null {
  const { units, sum } = moments;
  if (units < 2) return null;
  return { value: sum / units, standardError: Math.sqrt(varianceOf(moments) / units) };
}

/** The sample variance of a value over the units, never below 0 where rounding would make it so. */
export const varianceOf = ({ units, sum, sumOfSquares }: Moments): number =>
  Math.max(0, (sumOfSquares - sum ** 2 / units) / (units - 1));

/**
 * A ratio of two means over the units, such as revenue per order, by the delta method:
 * var(M/D) = var M / D² + M² var D / D⁴ − 2 M cov / D³, divided by the units.
 * Unknown below two units or without a denominator. Source: Deng, Knoblich and Lu, "Applying the Delta Method in
 * Metric Analytics" (KDD 2018).
 */
export function ratioOf(moments: PairedMoments): Estimate | null {
  const { units, numerator, denominator, sumOfProducts } = moments;
  if (units < 2 || denominator.sum <= 0) return null;
  const top = numerator.sum / units;
  const bottom = denominator.sum / units;
  const covariance = (sumOfProducts - (numerator.sum * denominator.sum) / units) / (units - 1);
  const variance =
    varianceOf({ units, ...numerator }) / bottom ** 2 +
    (top ** 2 * varianceOf({ units, ...denominator })) / bottom ** 4 -
    (2 * top * covariance) / bottom ** 3;
  return { value: top / bottom, standardError: Math.sqrt(Math.max(0, variance) / units) };
}

/** How much more a variant has than the control, both being independent of each other. */
export const differenceOf = (control: Estimate, variant: Estimate): Difference => ({
  value: variant.value - control.value,
  standardError: Math.hypot(control.standardError, variant.standardError),
});
