import { centralInterval, intervalTail } from './bounds.ts';
import { type Sample, spreadOf } from './posterior.ts';

/** Below this settled share a projection would mostly reflect luck. */
const least = 0.1;

export type Projection = { amount: number; low: number; high: number };

/**
 * Projects the final revenue of these clicks. The missing part is not the present revenue divided by its share, which
 * would multiply luck: clicks count by their settled share, the prior counts in full, and the rest is expected from
 * both. The interval covers the rest alone, because present revenue is certain: a compound Poisson sum whose rate is as
 * uncertain as `revenueOf` says, so that its variance is (1 + odds) times that of such a sum at a known rate (the
 * negative binomial's: Gelman et al., Bayesian Data Analysis, 2.6), as a Gamma distribution; or zero when that is
 * probable enough. Null while less than a tenth is settled.
 */
export function projectedRevenue(
  cohort: Sample,
  prior: Sample,
  settled: number,
): Projection | null {
  if (settled < least) return null;
  const seen = cohort.clicks * settled + prior.clicks;
  const odds = seen > 0 ? (cohort.clicks * (1 - settled)) / seen : 0;
  const mean = odds * (cohort.revenue + prior.revenue);
  if (mean <= 0) return { amount: cohort.revenue, low: cohort.revenue, high: cohort.revenue };
  const conversions = cohort.conversions + prior.conversions;
  const shape = (odds * conversions) / (spreadOf(cohort, prior) * (1 + odds));
  const rest = centralInterval({ shape, scale: mean / shape });
  const mayBeAll = (1 + odds) ** -conversions > intervalTail;
  return {
    amount: cohort.revenue + mean,
    low: cohort.revenue + (mayBeAll ? 0 : Math.min(rest.low, mean)),
    high: cohort.revenue + Math.max(rest.high, mean),
  };
}
