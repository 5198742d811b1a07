import { type Beta, betaQuantile } from './beta.ts';
import { type Gamma, gammaQuantile } from './gamma.ts';
import { conversionsOf, revenueOf, type Sample } from './posterior.ts';

/** The figure lies between them with a probability of 95 %. Null: no bound on that side. */
export type Bounds = { low: number | null; high: number | null };

const none: Bounds = { low: null, high: null };
/** As much lies below the interval as above it. */
export const intervalTail = 0.025;

/**
 * Conversions of unique clicks: Beta-Binomial. The prior is half a conversion at the rate of the whole. A rate of which
 * nothing or everything was seen has no bound on that side (Brown, Cai and DasGupta, Statistical Science 16, 2001).
 */
export function conversionRateBounds({ clicks, conversions }: Sample, prior: Sample): Bounds {
  if (clicks <= 0 || conversions > clicks) return none;
  const posterior: Beta = {
    alpha: conversions + prior.conversions,
    beta: clicks - conversions + Math.max(prior.clicks - prior.conversions, prior.conversions),
  };
  return around(conversions / clicks, {
    low: conversions === 0 ? 0 : betaQuantile(posterior, intervalTail),
    high: conversions === clicks ? 1 : betaQuantile(posterior, 1 - intervalTail),
  });
}

/** Cost over conversions; without a conversion it has no upper bound. */
export function cpaBounds(sample: Sample, prior: Sample, cost: number): Bounds {
  if (cost <= 0) return none;
  const { low, high } = central(conversionsOf(sample, prior));
  if (sample.conversions === 0) return { low: cost / high, high: null };
  return around(cost / sample.conversions, { low: cost / high, high: cost / low });
}

/** Revenue over cost. */
export function roasBounds(sample: Sample, prior: Sample, cost: number): Bounds {
  const revenue = revenueOf(sample, prior);
  if (cost <= 0 || !revenue) return none;
  const { low, high } = central(revenue);
  return around(sample.revenue / cost, {
    low: sample.revenue <= 0 ? 0 : low / cost,
    high: high / cost,
  });
}

export const central = (posterior: Gamma) => ({
  low: gammaQuantile(posterior, intervalTail),
  high: gammaQuantile(posterior, 1 - intervalTail),
});

/**
 * The prior may pull an interval away from the very figure it is about, as of one click that bought: then it reaches
 * back to it.
 */
const around = (figure: number, { low, high }: { low: number; high: number }): Bounds => ({
  low: Math.min(low, figure),
  high: Math.max(high, figure),
});
