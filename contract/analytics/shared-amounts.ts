/** The decimal places of the given amounts that count; further ones are the remainder of a division. */
const known = 8;

/**
 * Amounts rounded so that they add up to their rounded total: each is rounded down, and the units that are left go to
 * those with the largest remainders.
 */
export function sharedAmounts(amounts: readonly (string | null)[], places: number): number[] {
  const unit = 10n ** BigInt(known - places);
  const exact = amounts.map(unitsOf);
  const whole = exact.map((amount) => floored(amount, unit));
  const total = floored(exact.reduce((sum, one) => sum + one, 0n) + unit / 2n, unit);
  const left = Number(total - whole.reduce((sum, one) => sum + one, 0n));
  const order = exact
    .map((amount, index) => ({ index, rest: amount - (whole[index] ?? 0n) * unit }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const raised = new Set(order.slice(0, left).map(({ index }) => index));
  return whole.map(
    (amount, index) => Number(amount + (raised.has(index) ? 1n : 0n)) / 10 ** places,
  );
}

const floored = (amount: bigint, unit: bigint): bigint =>
  amount >= 0n ? amount / unit : -((-amount + unit - 1n) / unit);

/** A decimal text in units of the last known place, rounded: a sum of parts has lost less than that. */
function unitsOf(text: string | null): bigint {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? [];
  const digits = BigInt(`${whole}${fraction.padEnd(known, '0').slice(0, known)}`);
  const rounded = digits + ((fraction[known] ?? '0') >= '5' ? 1n : 0n);
  return sign ? -rounded : rounded;
}

/** The rounded sum of amounts that were rounded at the tenth place. */
export const sharedTotal = (amounts: readonly (string | null)[], places: number): number =>
  sharedAmounts(amounts, places).reduce((sum, one) => sum + Math.round(one * 10 ** places), 0) /
  10 ** places;
