/** The decimal places of the given amounts. */
const known = 10;
/** A sum is exact to this unit, however many parts of it were rounded at the tenth place. */
const settled = 10_000n;

/**
 * Amounts rounded so that they add up to their rounded total: each is rounded down, and the units that are left go to
 * those with the largest remainders.
 */
export function sharedAmounts(amounts: readonly (string | null)[], places: number): number[] {
  const unit = 10n ** BigInt(known - places);
  const exact = amounts.map(unitsOf);
  const whole = exact.map((amount) => floored(amount, unit));
  const sum = exact.reduce((all, one) => all + one, 0n);
  const total = nearest(nearest(sum, settled) * settled, unit);
  const left = Number(total - whole.reduce((sum, one) => sum + one, 0n));
  const order = exact
    .map((amount, index) => ({ index, rest: amount - (whole[index] ?? 0n) * unit }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const raised = new Set(order.slice(0, left).map(({ index }) => index));
  return whole.map(
    (amount, index) => Number(amount + (raised.has(index) ? 1n : 0n)) / 10 ** places,
  );
}

const nearest = (amount: bigint, unit: bigint): bigint =>
  amount < 0n ? -floored(-amount + unit / 2n, unit) : floored(amount + unit / 2n, unit);

const floored = (amount: bigint, unit: bigint): bigint =>
  amount >= 0n ? amount / unit : -((-amount + unit - 1n) / unit);

/** A decimal text in units of the last place. */
function unitsOf(text: string | null): bigint {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(known, '0').slice(0, known)}`);
}

/** The rounded sum of amounts that were rounded at the tenth place. */
export const sharedTotal = (amounts: readonly (string | null)[], places: number): number =>
  sharedAmounts(amounts, places).reduce((sum, one) => sum + Math.round(one * 10 ** places), 0) /
  10 ** places;
