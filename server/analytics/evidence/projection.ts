import { central, intervalTail } from './bounds.ts';
import { type Sample, spreadOf } from './posterior.ts';

/** Below this share whatever came so far says more about luck than about what will come. */
const least = 0.1;

export type Projection = { amount: number; low: number; high: number };

/**
 * What the revenue of these clicks will be when everything is in. What is missing is not what came divided by its
 * share, which would multiply luck: the clicks count as much as they are settled, the prior as before, and the rest is
 * expected from both. The interval is that of the rest alone, as what came is certain: a compound Poisson sum whose
 * rate is known no better than `revenueOf` says, so that its variance is (1 + odds) times that of such a sum at a known
 * rate (the negative binomial's: Gelman et al., Bayesian Data Analysis, 2.6), as a Gamma distribution; or nothing at
 * all when that is probable enough. Null while less than a tenth is settled.
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
  const rest = central({ shape, scale: mean / shape });
  const mayBeAll = (1 + odds) ** -conversions > intervalTail;
  return {
    amount: cohort.revenue + mean,
    low: cohort.revenue + (mayBeAll ? 0 : Math.min(rest.low, mean)),
    high: cohort.revenue + Math.max(rest.high, mean),
  };
}
