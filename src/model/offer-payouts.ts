import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { Payout } from '#contract/payouts/schemas.ts';
import type { Statement } from '#contract/payouts/statement.ts';
import { addDays, monthPeriod, type Period } from '#contract/period.ts';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import type { PayoutDraft } from './payouts.ts';

export const payoutsPath = '/offers/payouts';

/** What the address of the payouts says: the days, and the affiliate whose statement is open. */
export type PayoutsPlace = { period: Period; affiliate: number | null };
export type PayoutsRecalledEvent = { type: 'address.recalled'; place: PayoutsPlace };

/** Whose statements are asked for, and of which days. */
export type StatementsScope = {
  project: number;
  /** Empty for all of the project. */
  affiliates: readonly number[];
  timezone: string;
  period: Period;
};
export type StatementQuestion = Pick<StatementsScope, 'timezone' | 'period'> & {
  affiliate: number;
};

/** A statement in the list; the id is the affiliate's. */
export type StatementRow = Statement & {
  id: number;
  /** The payment that was just recorded. */
  recorded?: Payout;
};
export type SaveStatements = { scope: StatementsScope; format: SpreadsheetFormat };

/** The month of the days, if they are a whole month. */
export function monthOf({ start, end }: Period): string | null {
  const month = start.slice(0, 7);
  const whole = monthPeriod(month);
  return whole.start === start && whole.end === end ? month : null;
}

export const monthBefore = ({ start }: Period): Period =>
  monthPeriod(addDays(`${start.slice(0, 7)}-01`, -1).slice(0, 7));

export const monthAfter = ({ end }: Period): Period =>
  monthPeriod(addDays(monthPeriod(end.slice(0, 7)).end, 1).slice(0, 7));

export const amountNames = [
  'carried',
  'approved',
  'refunded',
  'adjusted',
  'paid',
  'due',
  'on_hold',
] as const;
export type AmountName = (typeof amountNames)[number];

/** Amounts have at most four decimals, so that whole numbers of the fourth add up exactly. */
const unit = 10_000;

/** The sums over statements. */
export const totalsOf = (rows: readonly Statement[]): Record<AmountName, number> =>
  Object.fromEntries(
    amountNames.map((name) => [
      name,
      rows.reduce((sum, row) => sum + Math.round(row[name] * unit), 0) / unit,
    ]),
  ) as Record<AmountName, number>;

/** The payment that the form proposes: what is due, for the days of the statement. */
export function statementPayout(
  { due, currency, today }: Pick<Statement, 'due' | 'currency' | 'today'>,
  { start, end }: Period,
): PayoutDraft {
  const places = moneyPlaces(currency);
  const amount = roundDecimal(String(due), places);
  return {
    amount: amount > 0 ? amount.toFixed(places) : '',
    currency,
    period_start: start,
    period_end: end,
    paid_on: today,
    reference: null,
  };
}
