import { Decimal } from 'decimal.js';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { OfferTerms } from './offer-terms.ts';

/** Wide enough for the product of any stored amount and percentage. */
const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** A share of a value, halves away from zero on the exact product: 5.00 at 2.9 % is 0.15 with two decimals. */
const shareOf = (value: Decimal.Value, percent: string, currency: string): Decimal =>
  new Money(value).mul(percent).div(100).toDecimalPlaces(moneyPlaces(currency));

/** The amount per conversion of the `count`-th conversion of its month. */
export function amountAt({ payoutAmount, tiers }: OfferTerms, count: number): string {
  const reached = tiers.filter(({ from_count }) => from_count <= count).at(-1);
  return reached?.amount ?? payoutAmount ?? '0';
}

const paysAmount = ({ payoutType }: OfferTerms) => payoutType === 'cpa' || payoutType === 'cpa_cps';
const paysShare = ({ payoutType }: OfferTerms) => payoutType === 'cps' || payoutType === 'cpa_cps';

type Conversion = {
  /** In the project's currency. */
  value: Decimal.Value;
  currency: string;
  /** Its number among the conversions that the tiers count; 1 for the first. */
  count: number;
};

/** What a conversion pays by its terms. An amount per click is paid with the click, not here. */
export function payoutBy(terms: OfferTerms, { value, currency, count }: Conversion): Decimal {
  const amount = new Money(paysAmount(terms) ? amountAt(terms, count) : 0);
  const share = paysShare(terms) ? shareOf(value, terms.payoutPct ?? '0', currency) : 0;
  return amount.add(share);
}

/** What a refund of so much takes back: its share of the value. An amount per conversion stays. */
export const shareTakenBack = (
  terms: OfferTerms,
  { value, currency }: Omit<Conversion, 'count'>,
): Decimal => (paysShare(terms) ? shareOf(value, terms.payoutPct ?? '0', currency) : new Money(0));

/** The revenue of a conversion whose report names no value; null where the terms name none either. */
export function revenueBy({ revenueType, revenueAmount }: OfferTerms): Decimal | null {
  if (revenueType !== 'rpa' && revenueType !== 'rpa_rps') return null;
  return new Money(revenueAmount ?? 0);
}
