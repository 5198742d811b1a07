import type pg from 'pg';
import type { Payment } from '#contract/analytics/report.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { amountIn, figureIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import type { ResolvedQuery } from '../runner/resolved-query.ts';
import { differenceOf } from './exact-sums.ts';
import type { Report } from './report.ts';

const measures = [
  'server_purchases',
  'server_revenue',
  'refunds',
  'refund_amount',
  'adjustment_amount',
  'net_revenue',
  'payout',
  'server_aov',
  'server_users',
  'server_per_user',
];

type Paid = {
  affiliate_id: number;
  aff_id: string;
  project_id: number;
  paid: string;
  last_payment_at: Date | null;
};

/** What each affiliate earned and was paid in the period; affiliates with neither are left out. */
export async function payments(
  { runQuery, resolved, model }: Report,
  pool: pg.Pool,
): Promise<Payment[]> {
  const [rows, affiliates] = await Promise.all([
    runQuery({
      measures,
      dimensions: ['project_id', 'affid'],
      filters: [
        {
          member: 'record',
          operator: 'equals',
          values: ['conversion', 'refund', 'adjustment', 'click_payout'],
        },
        { member: 'affid', operator: 'set', values: [] },
      ],
      limit: 100_000,
    }),
    paidTo(pool, resolved),
  ]);
  const byAffiliate = new Map(rows.map((row) => [`${row.project_id} ${row.affid}`, row]));
  const projects = new Map(resolved.scope.projects.map((project) => [project.id, project]));
  return affiliates
    .flatMap((affiliate) => {
      const project = projects.get(affiliate.project_id);
      const row = byAffiliate.get(`${affiliate.project_id} ${affiliate.aff_id}`);
      if (!project || (!row && Number(affiliate.paid) === 0)) return [];
      return [
        {
          affiliate_id: affiliate.affiliate_id,
          affid: affiliate.aff_id,
          project: project.id,
          project_name: project.name,
          currency: project.currency,
          last_payment_at: affiliate.last_payment_at?.toISOString() ?? null,
          ...moneyOf(row, affiliate.paid, moneyPlaces(project.currency)),
        },
      ];
    })
    .sort((a, b) => b.revenue - a.revenue || a.affiliate_id - b.affiliate_id);

  function moneyOf(row: Row | undefined, paidText: string, places: number) {
    const reading = { model, resolved: { moneyPlaces: places } };
    const payout = amountIn(reading, row, 'payout');
    const paid = roundDecimal(paidText, places);
    return {
      purchases: amountIn(reading, row, 'server_purchases'),
      revenue: amountIn(reading, row, 'server_revenue'),
      refunds: amountIn(reading, row, 'refunds'),
      refund_amount: amountIn(reading, row, 'refund_amount'),
      adjustment_amount: amountIn(reading, row, 'adjustment_amount'),
      net_revenue: amountIn(reading, row, 'net_revenue'),
      payout,
      payout_paid: paid,
      payout_due: differenceOf(payout, paid, places),
      aov: figureIn(reading, row, 'server_aov'),
      users: amountIn(reading, row, 'server_users'),
      per_user: figureIn(reading, row, 'server_per_user'),
    };
  }
}

/** `as_of` counts the payouts that had been paid and recorded by then and were not undone yet. */
async function paidTo(pool: pg.Pool, { scope, window, asOf }: ResolvedQuery): Promise<Paid[]> {
  const end = new Date(Math.min(window.to.getTime(), (asOf ?? window.to).getTime()));
  const { rows } = await pool.query<Paid>(
    `select affiliate.id as affiliate_id, affiliate.aff_id, affiliate.project_id,
       coalesce(sum(payout.amount) filter (where payout.paid_at >= $2), 0)::text as paid,
       max(payout.paid_at) as last_payment_at
     from affiliates affiliate left join payouts payout
       on payout.affiliate_id = affiliate.id and payout.paid_at < $3
         and (payout.undone_at is null or payout.undone_at > $4)
         and ($4::timestamptz is null or coalesce(payout.recorded_at, payout.paid_at) <= $4)
     where affiliate.project_id = any($1) group by affiliate.id order by affiliate.id`,
    [scope.projects.map(({ id }) => id), window.from, end, asOf ?? null],
  );
  const affids = new Map(scope.projects.map(({ id, affids }) => [id, affids && new Set(affids)]));
  return rows.filter(({ project_id, aff_id }) => affids.get(project_id)?.has(aff_id) ?? true);
}
