import { Decimal } from 'decimal.js';
import type pg from 'pg';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { Statement, StatementPayment, StatementStatus } from '#contract/payouts/statement.ts';
import { type Day, dayAt, type Period, windowOf } from '#contract/period.ts';
import type { ProjectScope } from '../access/scope.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { groupByKeys } from '../platform/group-by.ts';
import { type Earnings, readEarnings } from './earnings.ts';
import { type PaidAffiliate, readPaidAffiliates } from './paid-affiliates.ts';
import { type PayoutRow, readCountedPayouts, undoUntil } from './payout-rows.ts';

type Sources = { pool: pg.Pool; select: AnalyticsReader['select'] };
export type StatementDays = { period: Period; timezone: string; at: Date };

/** The statements of a period, of each affiliate of the project. */
export async function readStatements(
  project: ProjectScope,
  days: StatementDays,
  { pool, select }: Sources,
): Promise<Statement[]> {
  const [affiliates, payouts, earnings] = await Promise.all([
    readPaidAffiliates(pool, project),
    readCountedPayouts(pool, { project: project.id, affids: project.affids }),
    readEarnings(select, { ...project, ...windowOf(days.period, days.timezone) }),
  ]);
  const byAffiliate = groupByKeys(payouts, ({ affiliate }) => [String(affiliate)]);
  return affiliates.map((affiliate) =>
    statementOf(affiliate, {
      project,
      days,
      earned: earnings.get(affiliate.affid) ?? nothing,
      payouts: byAffiliate.get(String(affiliate.affiliate)) ?? [],
    }),
  );
}

/** Whether a statement has anything to show. */
export const hasAmounts = (statement: Statement): boolean =>
  statement.payments.length > 0 ||
  (['carried', 'approved', 'refunded', 'adjusted', 'on_hold'] as const).some(
    (name) => statement[name] !== 0,
  );

const nothing: Earnings = {
  earnedBefore: '0',
  onHoldBefore: '0',
  approved: '0',
  refunded: '0',
  adjusted: '0',
  onHold: '0',
};

type Parts = {
  project: Pick<ProjectScope, 'currency' | 'timezone'>;
  days: StatementDays;
  earned: Earnings;
  payouts: readonly PayoutRow[];
};

function statementOf(
  affiliate: PaidAffiliate,
  { project, days: { period, timezone, at }, earned, payouts }: Parts,
): Statement {
  const placed = payouts.map((row) => ({ row, day: dayOfPayout(row, timezone) }));
  const earlier = placed.filter(({ day }) => day < period.start);
  const own = placed.filter(({ day }) => day >= period.start && day <= period.end);
  const paid = sumOf(own);
  const carried = new Decimal(earned.earnedBefore).sub(sumOf(earlier));
  const due = carried.add(earned.approved).add(earned.refunded).add(earned.adjusted).sub(paid);
  const isOver = period.end < dayAt(at, timezone);
  return {
    ...affiliate,
    currency: project.currency,
    status: isOver ? statusOf(due, project.currency) : 'open',
    carried: carried.toNumber(),
    approved: Number(earned.approved),
    refunded: Number(earned.refunded),
    adjusted: Number(earned.adjusted),
    paid: paid.toNumber(),
    due: due.toNumber(),
    on_hold: Number(earned.onHold),
    payments: own.map(({ row }) => paymentOf(row, at)),
    today: dayAt(at, project.timezone),
  };
}

/** The last day that it pays; of a payout without a period its own day. */
const dayOfPayout = ({ period_end, paid_at }: PayoutRow, timezone: string): Day =>
  period_end ?? dayAt(paid_at, timezone);

const sumOf = (placed: readonly { row: PayoutRow }[]): Decimal =>
  placed.reduce((sum, { row }) => sum.add(row.amount), new Decimal(0));

/** What is less than the smallest amount that can be paid is not due. */
const statusOf = (due: Decimal, currency: string): StatementStatus =>
  roundDecimal(due.toFixed(), moneyPlaces(currency)) > 0 ? 'ready' : 'paid';

const paymentOf = (row: PayoutRow, at: Date): StatementPayment => ({
  id: row.id,
  amount: Number(row.amount),
  period_start: row.period_start,
  period_end: row.period_end,
  paid_at: row.paid_at.toISOString(),
  reference: row.reference,
  undo_until: undoUntil(row, at),
});
