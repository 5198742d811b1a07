import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { PayoutType } from '#contract/offers/terms.ts';
import {
  type LineKind,
  mostLines,
  type StatementDetail,
  type StatementLine,
} from '#contract/payouts/statement.ts';
import { windowOf } from '#contract/period.ts';
import type { ProjectScope } from '../access/scope.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { type EarningsRange, earningRows } from './earnings.ts';
import type { StatementDays } from './statements.ts';

/** What the rows of a period add up to, by offer, goal and terms, the largest amounts first. */
export async function readLines(
  project: ProjectScope,
  { period, timezone }: StatementDays,
  { pool, select }: { pool: pg.Pool; select: AnalyticsReader['select'] },
): Promise<Pick<StatementDetail, 'lines' | 'rest'>> {
  const found = await readGroups(select, { ...project, ...windowOf(period, timezone) });
  const shown = found.slice(0, mostLines);
  const [names, terms] = await Promise.all([
    readNames(pool, project.id, shown),
    readTerms(pool, project.id, shown),
  ]);
  const lines = shown.map(
    ({ offer, termsId, kind, goal, isOnHold, count, amount }): StatementLine => ({
      kind,
      offer_id: offer,
      offer_name: names.get(offer) ?? null,
      goal,
      terms: terms.get(termsId) ?? null,
      is_on_hold: isOnHold,
      count,
      amount: Number(amount),
    }),
  );
  return { lines, rest: restOf(found.slice(mostLines)) };
}

type Group = {
  kind: LineKind;
  offer: string;
  goal: string;
  termsId: number;
  isOnHold: boolean;
  count: number;
  amount: string;
};

async function readGroups(
  select: AnalyticsReader['select'],
  range: EarningsRange,
): Promise<Group[]> {
  const parameters = new Parameters();
  const rows = await select({
    sql: `SELECT record, offer_id, goal, toString(terms_id), toString(status = 'pending'), toString(count()),
  toString(sum(payout)) AS amount
FROM (${earningRows(range, parameters)})
WHERE event_time >= ${parameters.millisecond(range.from)}
GROUP BY record, offer_id, goal, terms_id, status = 'pending'
ORDER BY abs(sum(payout)) DESC, offer_id, goal, terms_id, record, status = 'pending'`,
    parameters: parameters.values,
  });
  return rows.map(([kind, offer, goal, termsId, isOnHold, count, amount]) => ({
    kind: (kind ?? 'conversion') as LineKind,
    offer: offer ?? '',
    goal: goal ?? '',
    termsId: Number(termsId),
    isOnHold: isOnHold === '1',
    count: Number(count),
    amount: amount ?? '0',
  }));
}

async function readNames(
  pool: pg.Pool,
  project: number,
  groups: readonly Group[],
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ offer: string; name: string }>(
    'select offer_id as offer, name from offers where project_id = $1 and offer_id = any($2)',
    [project, [...new Set(groups.map(({ offer }) => offer))]],
  );
  return new Map(rows.map(({ offer, name }) => [offer, name]));
}

type TermsRow = {
  id: number;
  type: PayoutType;
  amount: string | null;
  pct: string | null;
  tiers: number;
};

async function readTerms(
  pool: pg.Pool,
  project: number,
  groups: readonly Group[],
): Promise<Map<number, NonNullable<StatementLine['terms']>>> {
  const { rows } = await pool.query<TermsRow>(
    `select terms.id, terms.payout_type as type, terms.payout_amount::text as amount, terms.payout_pct::text as pct,
       jsonb_array_length(terms.tiers) as tiers
     from offer_terms terms join offers offer on offer.id = terms.offer_id
     where offer.project_id = $1 and terms.id = any($2)`,
    [project, [...new Set(groups.map(({ termsId }) => termsId))]],
  );
  return new Map(
    rows.map(({ id, type, amount, pct, tiers }) => [
      id,
      {
        id,
        payout_type: type,
        payout_amount: amount === null ? null : Number(amount),
        payout_pct: pct === null ? null : Number(pct),
        has_tiers: tiers > 0,
      },
    ]),
  );
}

function restOf(groups: readonly Group[]): StatementDetail['rest'] {
  if (groups.length === 0) return null;
  const sum = (some: readonly Group[]) =>
    some.reduce((all, { amount }) => all.add(amount), new Decimal(0)).toNumber();
  return {
    lines: groups.length,
    count: groups.reduce((all, { count }) => all + count, 0),
    amount: sum(groups.filter(({ isOnHold }) => !isOnHold)),
    on_hold: sum(groups.filter(({ isOnHold }) => isOnHold)),
  };
}
