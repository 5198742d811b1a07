import { Decimal } from 'decimal.js';
import { type Sums, sumsBy } from '#contract/analytics/table-figures.ts';
import { rounded } from '#contract/decimal.ts';
import type { Row } from '../compiler/result-row.ts';

const Exact = Decimal.clone({ precision: 60 });
/** Digits that are a whole number without loss, whatever is added to it within safe bounds. */
const plain = /^-?\d{1,15}$/;

/**
 * Adds figures as they came from the warehouse, before anything was rounded. Plain decimals are added up as whole
 * numbers of their last place, which is exact and much faster.
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

/** The sums over some rows, each added up before anything is rounded to two places. */
export const sumsOver = (
  measures: Record<keyof Sums, string>,
  rows: readonly (Row | undefined)[],
): Sums => sumsBy((column) => cents(sumOf(rows.map((row) => row?.[measures[column]]))));

export const cents = (text: string): number => rounded(text, 2);

/** Money that was rounded already, taken apart to the cent. */
export const centsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));
