import { Decimal } from 'decimal.js';
import { rounded } from '#contract/decimal.ts';

const Exact = Decimal.clone({ precision: 60 });

/** Adds figures as they came from the warehouse, before anything was rounded. */
export const sumOf = (texts: readonly (string | null | undefined)[]): string =>
  texts.reduce((sum, text) => sum.add(text ?? 0), new Exact(0)).toFixed();

export const cents = (text: string): number => rounded(text, 2);

/** Money that was rounded already, taken apart to the cent. */
export const centsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));
