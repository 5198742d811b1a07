import type { Statement, StatementLine } from '#contract/payouts/statement.ts';
import type { Period } from '#contract/period.ts';
import { type AmountName, monthOf } from '#model/offer-payouts.ts';
import { days, money, monthInWords } from '../kit/format.ts';

export const amountWords: Record<AmountName, string> = {
  carried: 'Carried',
  approved: 'Approved',
  refunded: 'Refunds',
  adjusted: 'Corrections',
  paid: 'Paid',
  due: 'Due',
  on_hold: 'On hold',
};

export function statusWords({ status, payments }: Pick<Statement, 'status' | 'payments'>): string {
  if (status === 'open') return 'Still counting';
  if (status === 'ready') return 'To pay';
  return payments.length > 0 ? 'Paid' : 'Nothing due';
}

/** October 2026, or the days where they are no whole month. */
export function periodWords(period: Period): string {
  const month = monthOf(period);
  return month === null ? days(period.start, period.end) : monthInWords(month);
}

export const kindWords: Record<StatementLine['kind'], string> = {
  conversion: 'Conversions',
  click: 'Clicks',
  refund: 'Refunds',
  adjustment: 'Corrections',
};

/** What the terms of a line pay: "8.00 a conversion + 5% of the value". */
export function termsWords(terms: NonNullable<StatementLine['terms']>, currency: string): string {
  const { payout_type: type, payout_amount: amount, payout_pct: share, has_tiers } = terms;
  const parts = [
    amount === null
      ? []
      : [`${money(amount, currency)} a ${type === 'cpc' ? 'click' : 'conversion'}`],
    share === null ? [] : [`${share}% of the value`],
  ].flat();
  const words = parts.length === 0 ? 'no payout' : parts.join(' + ');
  return has_tiers ? `${words}, by tiers` : words;
}
