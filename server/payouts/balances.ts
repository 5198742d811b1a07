import { Decimal } from 'decimal.js';
import type pg from 'pg';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { Balance } from '#contract/payouts/schemas.ts';
import { dayAt, windowOf } from '#contract/period.ts';
import type { ProjectScope } from '../access/scope.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { readEarnings } from './earnings.ts';

type Sources = { pool: pg.Pool; select: AnalyticsReader['select'] };
type Until = { through: string; timezone: string; at: Date };

/**
 * What each affiliate is owed at the end of a day. It is counted from the first conversion, because a payout of one
 * month is paid in the next.
 */
export async function readBalances(
  project: ProjectScope,
  { through, timezone, at }: Until,
  { pool, select }: Sources,
): Promise<Balance[]> {
  const { to } = windowOf({ start: through, end: through }, timezone);
  const [paid, earnings] = await Promise.all([
    paidUntil(pool, project, to),
    readEarnings(select, { ...project, from: to, to }),
  ]);
  const places = moneyPlaces(project.currency);
  const today = dayAt(at, project.timezone);
  return paid.map((row) => {
    const own = earnings.get(row.affid);
    const left = new Decimal(own?.earnedBefore ?? 0).sub(row.paid);
    const shown = (amount: Decimal | string) => roundDecimal(new Decimal(amount).toFixed(), places);
    return {
      affiliate: row.affiliate,
      affid: row.affid,
      name: row.name,
      currency: project.currency,
      earned: shown(own?.earnedBefore ?? '0'),
      pending: shown(own?.onHoldBefore ?? '0'),
      paid: shown(row.paid),
      due: shown(Decimal.max(left, 0)),
      advance: shown(Decimal.max(left.neg(), 0)),
      paid_through: row.paid_through,
      first_day: own ? dayAt(own.first, timezone) : null,
      last_payment_at: row.last_payment_at?.toISOString() ?? null,
      today,
    };
  });
}

type PaidRow = {
  affiliate: number;
  affid: string;
  name: string;
  paid: string;
  paid_through: string | null;
  last_payment_at: Date | null;
};

async function paidUntil(
  pool: pg.Pool,
  { id, affids }: ProjectScope,
  to: Date,
): Promise<PaidRow[]> {
  const { rows } = await pool.query<PaidRow>(
    `select affiliate.id as affiliate, affiliate.aff_id as affid, affiliate.name,
       coalesce(sum(payout.amount), 0)::text as paid, max(payout.period_end)::text as paid_through,
       max(payout.paid_at) as last_payment_at
     from affiliates affiliate left join payouts payout
       on payout.affiliate_id = affiliate.id and payout.paid_at < $3 and payout.undone_at is null
     where affiliate.project_id = $1 and ($2::text[] is null or affiliate.aff_id = any($2))
     group by affiliate.id order by affiliate.id`,
    [id, affids, to],
  );
  return rows;
}
