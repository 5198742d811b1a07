import { moneyPlaces } from '#contract/currency-decimals.ts';
import { type Figure, money, written } from '../kit/format.ts';

const exact = new Map([3, 4].map((places) => [places, amountsWith(places)] as const));

function amountsWith(places: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

/** 8,304.94, and 12.500 where it is a Kuwaiti dinar; without the currency, which stands beside it. */
export function moneyOf(value: Figure, currency: string): string {
  const format = exact.get(moneyPlaces(currency));
  return format ? written(value, format.format) : money(value);
}
