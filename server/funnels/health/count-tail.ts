import negativeBinomialCdf from '@stdlib/stats-base-dists-negative-binomial-cdf';
import poissonCdf from '@stdlib/stats-base-dists-poisson-cdf';

/** A count that is expected, and how far it varies. */
export type Expectation = { mean: number; variance: number };

/**
 * How likely at most this many events are. The count varies at least as much as independent events do (Poisson); with
 * more variance it is negative binomial.
 */
export function chanceOfAtMost(count: number, { mean, variance }: Expectation): number {
  if (mean <= 0) return 1;
  // With hardly more variance than Poisson the parameters of the negative binomial become too large to compute with.
  if (variance <= mean * 1.001) return poissonCdf(count, mean);
  return negativeBinomialCdf(count, mean ** 2 / (variance - mean), mean / variance);
}
