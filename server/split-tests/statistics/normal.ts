import erfc from '@stdlib/math-base-special-erfc';
import quantile from '@stdlib/stats-base-dists-normal-quantile';

/** The chance that a standard normal number is at most `z`; exact in both tails. */
export const normalCdf = (z: number): number => erfc(-z / Math.SQRT2) / 2;

/** The density of the standard normal distribution. */
export const normalDensity = (z: number): number =>
  Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);

/** The `z` that a standard normal number stays below with the chance `p`. */
export const normalQuantile = (p: number): number => quantile(p, 0, 1);

/** The chance of a standard normal number at least as far from 0 as `z`, on either side. */
export const twoSided = (z: number): number => erfc(Math.abs(z) / Math.SQRT2);
