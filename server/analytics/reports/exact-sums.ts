import { Decimal } from 'decimal.js';
import { type Sums, sumColumnsBy } from '#contract/analytics/table-figures.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { placesIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import { estimated } from '../compiler/spread-arm.ts';
import type { Report } from './report.ts';

export const Exact = Decimal.clone({ precision: 60 });
/** Decimals that become an exact integer, however many are added up. */
const plain = /^-?\d{1,15}$/;

/**
 * Adds figures as the warehouse answered them, before rounding. Plain decimals are added as integers of their last
 * place, which is exact and much faster.
 */
export function sumOf(texts: readonly (string | null | undefined)[]): string {
  let rest = new Exact(0);
  const byPlaces = new Map<number, number>();
  for (const text of texts) {
    if (!text || text === '0') continue;
    const dot = text.indexOf('.');
    const places = dot < 0 ? 0 : text.length - dot - 1;
    const digits = dot < 0 ? text : text.slice(0, dot) + text.slice(dot + 1);
    const sum = (byPlaces.get(places) ?? 0) + (plain.test(digits) ? Number(digits) : Number.NaN);
    if (Number.isSafeInteger(sum)) byPlaces.set(places, sum);
    else rest = rest.add(text);
  }
  for (const [places, sum] of byPlaces) rest = rest.add(new Exact(sum).div(10 ** places));
  return rest.toFixed();
}

/** Sums of shares, which were rounded at the tenth place, are exact to this place, however many they are. */
const settled = 6;

/** The rounded sum of shares of an amount. */
export const sharedTotal = (
  shares: readonly (string | null | undefined)[],
  places: number,
): number => new Exact(sumOf(shares)).toDecimalPlaces(settled).toDecimalPlaces(places).toNumber();

/** Sums over rows, each rounded only at the end. */
export const sumsOver = (
  report: Report,
  measures: Record<keyof Sums, string>,
  rows: readonly (Row | undefined)[],
): Sums =>
  sumColumnsBy((column) => {
    const measure = measures[column];
    const amounts = rows.map((row) => row?.[measure]);
    const places = placesIn(report, measure);
    return measure === estimated
      ? sharedTotal(amounts, places)
      : roundDecimal(sumOf(amounts), places);
  });

/** An amount that is already rounded, in whole units of its last place: in cents where it has two. */
export const unitsOf = (amount: number, places: number): bigint =>
  BigInt(Math.round(amount * 10 ** places));

/** The difference of amounts that are already rounded. */
export const differenceOf = (amount: number, other: number, places: number): number =>
  Number(unitsOf(amount, places) - unitsOf(other, places)) / 10 ** places;
