import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { Balance, Payout } from '#contract/payouts/schemas.ts';
import { addDays, type Day } from '#contract/period.ts';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import type { ListPage, PageRequest } from './paged-list.ts';
import type { Query } from './query.ts';

/** What one affiliate is owed; the id is the affiliate's. */
export type BalanceRow = Balance & { id: number };
/** The values of the payout form. */
export type PayoutDraft = {
  amount: string;
  currency: string;
  period_start: Day;
  period_end: Day;
  paid_on: Day;
  reference: string | null;
};
export type PayoutFilter = Record<string, never>;
export type PayoutPage = ListPage<Payout>;
/** The payouts to save to a file. */
export type SavePayouts = { query: Query; format: SpreadsheetFormat };
export type PayoutsRequest = PageRequest<Query, PayoutFilter>;

/**
 * The payout that the form proposes: what is due, for the days that no payout has paid yet. Without anything due the
 * amount is left to the person.
 */
export function proposedPayout(
  { due, currency, paid_through, first_day, today }: Balance,
  through: Day,
): PayoutDraft {
  const start = paid_through === null ? first_day : addDays(paid_through, 1);
  return {
    amount: due > 0 ? due.toFixed(moneyPlaces(currency)) : '',
    currency,
    period_start: start !== null && start <= through ? start : through,
    period_end: through,
    paid_on: today,
    reference: null,
  };
}
