import { moneyPlaces } from '#contract/currency-decimals.ts';
import { dayAt, noonOf } from '#contract/period.ts';
import type { Membership } from '../access/access.ts';
import { invalid } from '../platform/refusal.ts';

/** Figures of two currencies are never added up, and none has more decimals than its currency. */
export function requireOwnMoney(
  { name, currency: own }: Membership,
  { amount, currency }: { amount: string; currency: string },
): void {
  if (currency !== own) {
    throw invalid('currency', `Record it in ${own}, the currency of ${name}.`);
  }
  const places = moneyPlaces(own);
  const [, decimals = ''] = amount.split('.');
  if (decimals.replace(/0+$/, '').length > places) {
    throw invalid('amount', `Use at most ${places} decimals.`);
  }
}

/** Noon of the day; today's payouts are not in the future. */
export function paidAtOf(day: string, zone: string, at: Date): Date {
  const today = dayAt(at, zone);
  if (day > today) throw invalid('paid_on', 'Choose a day up to today.');
  const noon = noonOf(day, zone);
  return noon > at ? at : noon;
}
