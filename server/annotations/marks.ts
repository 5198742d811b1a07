import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { Window } from '#contract/period.ts';
import type { Membership } from '../access/access.ts';
import type { Connection } from '../database/orm.ts';

export type Mark = { at: Date; text: string };

type Known = {
  at: Date;
  what: 'pixel' | 'affiliates' | 'terms';
  name: string;
  count: number;
  payout_type: string | null;
  payout_value: string | null;
};

const most = 500;

/**
 * Affiliates are often added in bulk, so those of a quarter of an hour form one mark; no time zone starts a bucket
 * within one. The terms an affiliate was created with apply since the epoch and are no change.
 */
const known = `
with visible as (
  select id, name, created_at from affiliates where project_id = $1 and ($4::int[] is null or id = any($4))
)
select created_at as at, 'pixel' as what, name, 1 as count, null as payout_type, null as payout_value
from master_pixels where project_id = $1 and created_at >= $2 and created_at < $3
union all
select min(created_at), 'affiliates', (array_agg(name order by created_at, id))[1], count(*)::int, null, null
from visible where created_at >= $2 and created_at < $3
group by date_bin('15 minutes', created_at, 'epoch')
union all
select valid_from, 'terms', name, 1, payout_type, payout_value::text
from affiliate_terms join visible on visible.id = affiliate_id
where valid_from > 'epoch' and valid_from >= $2 and valid_from < $3
order by at desc limit $5`;

/** Stored changes with a moment that may explain a curve, as far as a member may see them. */
export async function readMarks(
  connection: Connection,
  { projectId, currency, affiliates }: Membership,
  { from, to }: Window,
): Promise<Mark[]> {
  const visible = affiliates?.map(({ id }) => id);
  const { rows } = await connection.query<Known>(known, [
    projectId,
    from,
    to,
    visible ?? null,
    most,
  ]);
  return rows.reverse().map((row) => ({ at: row.at, text: textOf(row, currency) }));
}

function textOf({ what, name, count, ...terms }: Known, currency: string): string {
  if (what === 'pixel') return `Pixel “${name}” was created.`;
  if (what === 'terms') return `The payout of ${name} became ${payoutIn(terms, currency)}.`;
  return count === 1 ? `${name} was added as an affiliate.` : `${count} affiliates were added.`;
}

/** Payouts with all stored digits, amounts with at least the decimals of their currency: 12.5 %, 3.00 USD. */
function payoutIn(
  { payout_type, payout_value }: Pick<Known, 'payout_type' | 'payout_value'>,
  currency: string,
): string {
  const value = payout_value ?? '0';
  return payout_type === 'revshare'
    ? `${Number((Number(value) * 100).toFixed(2))} % of revenue`
    : `${value.replace(new RegExp(`0{0,${4 - moneyPlaces(currency)}}$`), '')} ${currency} a conversion`;
}
