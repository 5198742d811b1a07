import { Decimal } from 'decimal.js';
import { rounded } from '#contract/decimal.ts';
import { type Sums, sumsBy } from '#contract/table-figures.ts';
import type { Row } from '../ask.ts';

const Exact = Decimal.clone({ precision: 60 });
const places = 10;

/** Adds figures as they came from the warehouse, before anything was rounded. */
export function sumOf(texts: readonly (string | null | undefined)[]): string {
  let whole = 0n;
  let rest = new Exact(0);
  for (const text of texts) {
    const scaled = text ? scaledOf(text) : 0n;
    if (scaled === null) rest = rest.add(text ?? 0);
    else whole += scaled;
  }
  return rest.add(new Exact(whole.toString()).div(10 ** places)).toFixed();
}

/** A plain decimal with all its places as a whole number, which adds up much faster; null for any other. */
function scaledOf(text: string): bigint | null {
  const [, sign, digits = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined || fraction.length > places) return null;
  return BigInt(sign + digits + fraction.padEnd(places, '0'));
}

/** The sums over some rows, each added up before anything is rounded to two places. */
export const sumsOver = (
  measures: Record<keyof Sums, string>,
  rows: readonly (Row | undefined)[],
): Sums => sumsBy((column) => cents(sumOf(rows.map((row) => row?.[measures[column]]))));

export const cents = (text: string): number => rounded(text, 2);

/** Money that was rounded already, taken apart to the cent. */
export const centsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));
