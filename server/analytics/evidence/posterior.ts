import type { Gamma } from './gamma.ts';

/**
 * The counts of a row: conversions, their clicks, the sum of their values and the sum of the squares of their values.
 */
export type Sample = { clicks: number; conversions: number; revenue: number; squares: number };

/** Jeffreys' prior for the rate of rare events holds half an event. */
const weight = 0.5;

/** Half a conversion at the total's averages: its clicks, its value, its square. */
export function priorOf(total: Sample): Sample {
  const part = total.conversions > 0 ? weight / total.conversions : 0;
  return {
    conversions: weight,
    clicks: part * total.clicks,
    revenue: part * total.revenue,
    squares: part * total.squares,
  };
}

/**
 * How many conversions these clicks bring on average: Gamma with the conversions as shape, the conjugate posterior of a
 * Poisson rate (Gelman et al., Bayesian Data Analysis, 3rd edition, 2.6).
 */
export const conversionsOf = (sample: Sample, prior: Sample): Gamma => ({
  shape: sample.conversions + prior.conversions,
  scale: exposure(sample, prior),
});

/**
 * How much revenue these clicks bring on average. Revenue is a compound Poisson sum, whose mean is estimated by the sum
 * of the values and whose variance by the sum of their squares; a Gamma distribution of that mean and variance
 * approximates it (Fay and Feuer, Statistics in Medicine 16, 1997, with values as weights; here with half a conversion
 * as prior instead of their correction). Where all values are equal it is `conversionsOf` times that value. Null
 * without revenue.
 */
export function revenueOf(sample: Sample, prior: Sample): Gamma | null {
  const mean = (sample.revenue + prior.revenue) * exposure(sample, prior);
  if (mean <= 0) return null;
  const shape = (sample.conversions + prior.conversions) / spreadOf(sample, prior);
  return { shape, scale: mean / shape };
}

/**
 * The total's spread of values weighs like this many conversions, because a few conversions rarely include the large
 * ones.
 */
const borrowed = 10;

/** The mean square of values over the square of their mean: 1 when all are equal. */
export function spreadOf(sample: Sample, prior: Sample): number {
  const whole = relative(prior);
  const share = sample.conversions / (sample.conversions + borrowed);
  return sample.revenue > 0 ? whole + share * (relative(sample) - whole) : whole;
}

const relative = ({ conversions, revenue, squares }: Sample): number =>
  revenue > 0 ? Math.max((conversions * squares) / revenue ** 2, 1) : 1;

/** The weight of the sample's own clicks. Where conversions outnumber clicks, clicks say nothing about them. */
const exposure = (sample: Sample, prior: Sample): number =>
  sample.clicks > 0 && sample.clicks >= sample.conversions
    ? sample.clicks / (sample.clicks + prior.clicks)
    : 1;
