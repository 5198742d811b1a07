import { Exact, sharedTotal, sumOf } from './exact-sums.ts';

/**
 * Shares of an amount, rounded so that they add up to its rounded total: each is rounded down, and the units that are
 * left go to those with the largest remainders.
 */
export function sharedAmounts(
  shares: readonly (string | null | undefined)[],
  places: number,
): number[] {
  const unit = new Exact(10).pow(-places);
  const parts = shares.map((share, index) => {
    const exact = new Exact(share ?? 0);
    const down = exact.toDecimalPlaces(places, Exact.ROUND_FLOOR);
    return { index, down, rest: exact.minus(down) };
  });
  const below = sumOf(parts.map(({ down }) => down.toFixed()));
  const left = new Exact(sharedTotal(shares, places)).minus(below).div(unit).toNumber();
  const raised = new Set(
    parts
      .toSorted((a, b) => b.rest.comparedTo(a.rest))
      .slice(0, left)
      .map(({ index }) => index),
  );
  return parts.map(({ index, down }) => (raised.has(index) ? down.plus(unit) : down).toNumber());
}
