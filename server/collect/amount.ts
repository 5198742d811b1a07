import { Decimal } from 'decimal.js';

const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Decimal text at the stored scale of four places, halves away from zero. */
export const toAmount = (value: string): string =>
  /^-?\d+(\.\d{1,4})?$/.test(value) ? value : new Money(value).toDecimalPlaces(4).toFixed();

/** Null where the result exceeds a column of the ledger, Decimal(18, 4). */
export function convert(value: string, rate: string): string | null {
  const amount = new Money(value).times(rate).toDecimalPlaces(4);
  return amount.abs().lt('1e14') ? amount.toFixed() : null;
}

export const withoutSign = (value: string): string => value.replace(/^-/, '');
