import { ratioPlaces, roundDecimal } from '../decimal.ts';

/** The relative change from before to now; null if before is 0 or missing. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  // Figures are decimals: without this the binary remainder of a difference could round a ratio the wrong way.
  return quotient(Number((now - before).toFixed(ratioPlaces)), Math.abs(before));
}

export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : quotient(part, whole);
}

/** The average of an amount over a count, rounded to the decimal places of money. */
export function averageOf(amount: number, many: number, places: number): number | null {
  return many === 0 ? null : roundDecimal((amount / many).toPrecision(15), places);
}

/** A division of numbers is exact to fifteen digits. */
const quotient = (over: number, under: number): number =>
  roundDecimal((over / under).toPrecision(15), ratioPlaces);
