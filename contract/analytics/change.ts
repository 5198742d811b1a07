import { ratioPlaces, rounded } from '../decimal.ts';

/** How much more than before, as a share of before; none when there was nothing before. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  // Figures are decimals, and so is what lies between them: a binary remainder would move a ratio off its half.
  return quotient(Number((now - before).toFixed(ratioPlaces)), Math.abs(before));
}

export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : quotient(part, whole);
}

/** What one of many comes to, in money. */
export function eachOf(amount: number, many: number): number | null {
  return many === 0 ? null : rounded((amount / many).toPrecision(15), 2);
}

/** Fifteen digits are what a division of numbers gets right. */
const quotient = (over: number, under: number): number =>
  rounded((over / under).toPrecision(15), ratioPlaces);
