import { type Beta, betaQuantile } from './beta.ts';
import { type Gamma, gammaQuantile } from './gamma.ts';
import { conversionsOf, revenueOf, type Sample } from './posterior.ts';

/** The 95 % interval of a figure. Null means no bound on that side. */
export type Bounds = { low: number | null; high: number | null };

const none: Bounds = { low: null, high: null };
/** The probability below the interval, and the same above it. */
export const intervalTail = 0.025;

/**
 * The interval of conversions per unique click: Beta-Binomial. The prior is half a conversion at the total's rate. A
 * rate of 0 or 1 has no bound on that side (Brown, Cai and DasGupta, Statistical Science 16, 2001).
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

/** The interval of cost per conversion; without a conversion it has no upper bound. */
export function cpaBounds(sample: Sample, prior: Sample, cost: number): Bounds {
  if (cost <= 0) return none;
  const { low, high } = centralInterval(conversionsOf(sample, prior));
  if (sample.conversions === 0) return { low: cost / high, high: null };
  return around(cost / sample.conversions, { low: cost / high, high: cost / low });
}

/** The interval of revenue over cost. */
export function roasBounds(sample: Sample, prior: Sample, cost: number): Bounds {
  const revenue = revenueOf(sample, prior);
  if (cost <= 0 || !revenue) return none;
  const { low, high } = centralInterval(revenue);
  return around(sample.revenue / cost, {
    low: sample.revenue <= 0 ? 0 : low / cost,
    high: high / cost,
  });
}

export const centralInterval = (posterior: Gamma) => ({
  low: gammaQuantile(posterior, intervalTail),
  high: gammaQuantile(posterior, 1 - intervalTail),
});

/**
 * The prior may pull an interval away from its own figure, as for one click that bought: the interval is then extended
 * to the figure.
 */
const around = (figure: number, { low, high }: { low: number; high: number }): Bounds => ({
  low: Math.min(low, figure),
  high: Math.max(high, figure),
});
