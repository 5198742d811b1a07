import { betaBelow } from './beta.ts';
import { centralInterval } from './bounds.ts';
import { type Gamma, gammaBelow } from './gamma.ts';

const certainty = 0.95;
const z = 1.959_964;

/**
 * P(a < b) for independent Gamma variables: a share a / (a + b) is Beta distributed once both have one scale (DLMF
 * 8.17).
 */
export const probabilityBelow = (a: Gamma, b: Gamma): number =>
  betaBelow({ alpha: a.shape, beta: b.shape }, b.scale / (a.scale + b.scale));

export const areSeparable = (a: Gamma, b: Gamma): boolean => probabilityBelow(a, b) > certainty;

/** The probability that revenue reaches an amount. */
export const probabilityOfReaching = (revenue: Gamma, amount: number): number =>
  1 - gammaBelow(revenue, amount);

/**
 * How many more clicks are needed at the present rates until the interval of revenue excludes an amount that grows with
 * the clicks. The shape of a Gamma posterior grows with the clicks and its mean with the amount; its quantiles are
 * taken by Wilson and Hilferty's cube root (Proceedings of the National Academy of Sciences 17, 1931), which can be
 * solved for the shape. 0: it is excluded already; null: the two are too close.
 */
export function clicksToLeave(revenue: Gamma, amount: number, clicks: number): number | null {
  const { low, high } = centralInterval(revenue);
  if (low > amount || high < amount) return 0;
  const root = Math.cbrt(amount / (revenue.shape * revenue.scale));
  const distance = 1 - root;
  const deviation =
    distance > 0
      ? (Math.sqrt(z * z + 4 * distance) - z) / 2
      : (z - Math.sqrt(Math.max(z * z + 4 * distance, 0))) / 2;
  const times = Math.max(1 / (9 * deviation ** 2 * revenue.shape) - 1, 0);
  return clicks > 0 && times <= most ? Math.max(Math.ceil(clicks * times), 1) : null;
}

/** More than a hundred times the present clicks is not useful to show. */
const most = 100;
