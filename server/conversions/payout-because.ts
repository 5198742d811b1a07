import type pg from 'pg';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { CapInterval } from '#contract/offers/caps.ts';
import { storedZone } from '#contract/time-zone.ts';
import type { Membership } from '../access/access.ts';
import { isAllowed } from '../access/require-capability.ts';
import type { StoredSide } from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { capPeriod } from '../offer-clicks/cap-period.ts';
import type { UnpaidReason } from '../offer-terms/unpaid-reason.ts';
import { Parameters } from '../warehouse/parameters.ts';

type Stored = {
  terms: number;
  count: number;
  unpaid: UnpaidReason;
  cap: number;
  hold: number;
};

type Stores = { pool: pg.Pool; select: AnalyticsReader['select'] };
type Lead = { lead: StoredSide; version: string; membership: Membership };

/** Why a conversion pays what it pays, where its offer decides it; else null. Ids are for members only. */
export async function payoutBecause(
  { pool, select }: Stores,
  { lead, version, membership }: Lead,
): Promise<string | null> {
  if (lead.record === 'adjustment' || lead.offer_id === '') return null;
  const stored = await readStored(select, { lead, version });
  if (!stored) return null;
  const offer = await readOffer(pool, membership.projectId, lead.offer_id);
  if (!offer) return null;
  const about = { lead, stored, offer, isWhole: isAllowed(membership, 'offer.internal') };
  if (stored.unpaid !== '') return unpaidBecause(pool, about);
  const terms = stored.terms > 0 ? await readTerms(pool, stored.terms) : null;
  if (!terms || terms.payout_type === 'none') return held(stored, lead);
  const sentences = [
    paidBecause(about, terms.payout_type, membership.currency),
    stored.count > 1 ? `It is conversion ${whole(stored.count)} of its month or later.` : null,
    await promisedBecause({ pool, select }, about),
    held(stored, lead),
  ];
  return sentences.filter(Boolean).join(' ');
}

type About = { lead: StoredSide; stored: Stored; offer: Offer; isWhole: boolean };

function paidBecause({ lead, stored, offer, isWhole }: About, type: string, currency: string) {
  const payout = Number(lead.payout);
  const amount = Math.abs(payout).toFixed(moneyPlaces(currency));
  const named = isWhole ? `terms ${stored.terms}` : 'the terms';
  const when = lead.click_time === null ? 'it happened' : 'the click happened';
  const valid = `of ${offer.name}, valid when ${when}`;
  if (lead.record === 'refund') {
    if (payout === 0) return `Takes nothing back under ${named} ${valid}.`;
    return `Takes ${amount} back under ${named} ${valid}.`;
  }
  if (type === 'cpc') return `Paid by the click under ${named} ${valid}.`;
  return `Paid ${amount} under ${named} ${valid}.`;
}

async function unpaidBecause(
  pool: pg.Pool,
  { stored, offer, isWhole }: About,
): Promise<string | null> {
  switch (stored.unpaid) {
    case 'over_cap': {
      const cap = await readCap(pool, stored.cap);
      const named = isWhole ? `the cap ${stored.cap}` : 'a cap';
      const limit = cap ? ` of ${limitOf(cap)}` : '';
      return `Not paid: ${named}${limit} was full when the click came.`;
    }
    case 'click_window':
      return `Not paid: ${offer.name} pays conversions within ${offer.days} ${offer.days === 1 ? 'day' : 'days'} of the click.`;
    case 'repeat':
      return `Not paid: ${offer.name} pays one conversion of a click, and this is a later one.`;
    default:
      return null;
  }
}

/** A click that was sent to the offer is paid, also where the cap was full when its conversion came. */
async function promisedBecause(
  { pool, select }: Stores,
  { lead, stored, offer, isWhole }: About,
): Promise<string | null> {
  if (lead.record !== 'conversion' || lead.click_time === null || stored.cap > 0) return null;
  const { rows } = await pool.query<Cap & { statuses: string[]; affid: string | null }>(
    `select cap.id, metric, period, most::text, counts_statuses as statuses, aff_id as affid
     from offer_caps cap left join affiliates affiliate on affiliate.id = cap.affiliate_id
     where cap.offer_id = $1 and metric = 'conversions' and removed_at is null
       and (cap.affiliate_id is null or aff_id = $2) order by cap.id`,
    [offer.id, lead.affid],
  );
  for (const cap of rows) {
    const at = new Date(Number(lead.event_time));
    const { from } = capPeriod(cap.period, at, storedZone(offer.timezone));
    const parameters = new Parameters();
    const own = cap.affid === null ? '' : `AND affid = ${parameters.add('String', cap.affid)}`;
    const [row] = await select({
      sql: `SELECT toString(count()) FROM conversions FINAL
WHERE project_id = ${parameters.add('Int64', Number(lead.project_id))} AND record = 'conversion' AND side = 'server'
  AND excluded_reason = '' AND offer_id = ${parameters.add('String', lead.offer_id)} ${own}
  AND status IN ${parameters.add('Array(String)', cap.statuses)}
  AND event_time >= ${parameters.millisecond(new Date(from))} AND event_time < ${parameters.millisecond(at)}`,
      parameters: parameters.values,
    });
    if (Number(row?.[0] ?? 0) < Number(cap.most)) continue;
    const named = isWhole ? `The cap ${cap.id}` : 'The cap';
    return `${named} of ${limitOf(cap)} filled up later; the click was promised before.`;
  }
  return null;
}

const held = ({ hold }: Stored, { status }: StoredSide): string | null =>
  hold > 0 && status === 'pending'
    ? `It waits for its hold of ${hold} ${hold === 1 ? 'day' : 'days'}.`
    : null;

async function readStored(
  select: Stores['select'],
  { lead, version }: Pick<Lead, 'lead' | 'version'>,
): Promise<Stored | null> {
  const parameters = new Parameters();
  const [row] = await select({
    sql: `SELECT toString(terms_id), toString(terms_count), unpaid_reason, toString(cap_id), toString(hold_days)
FROM conversion_versions
WHERE project_id = ${parameters.add('Int64', Number(lead.project_id))}
  AND conversion_id = ${parameters.add('String', lead.conversion_id)}
  AND side = ${parameters.add('String', lead.side)} AND version = ${parameters.add('UInt64', version)}
LIMIT 1`,
    parameters: parameters.values,
  });
  if (!row) return null;
  const [terms, count, unpaid, cap, hold] = row;
  return {
    terms: Number(terms),
    count: Number(count),
    unpaid: (unpaid ?? '') as UnpaidReason,
    cap: Number(cap),
    hold: Number(hold),
  };
}

type Offer = { id: number; name: string; days: number; timezone: string };

async function readOffer(pool: pg.Pool, project: number, offer: string): Promise<Offer | null> {
  const { rows } = await pool.query<Offer>(
    `select o.id, o.name, o.click_window_days as days, coalesce(o.timezone, p.timezone) as timezone
     from offers o join projects p on p.id = o.project_id where o.project_id = $1 and o.offer_id = $2`,
    [project, offer],
  );
  return rows[0] ?? null;
}

async function readTerms(pool: pg.Pool, id: number): Promise<{ payout_type: string } | null> {
  const { rows } = await pool.query<{ payout_type: string }>(
    'select payout_type from offer_terms where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

type Cap = { id: number; metric: string; period: CapInterval; most: string };

async function readCap(pool: pg.Pool, id: number): Promise<Cap | null> {
  const { rows } = await pool.query<Cap>(
    'select id, metric, period, most::text from offer_caps where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

const whole = (count: number | string) => Number(count).toLocaleString('en-US');

/** `1,000 conversions a day`. */
function limitOf({ metric, period, most }: Cap): string {
  const per = {
    hour: ' an hour',
    day: ' a day',
    week: ' a week',
    month: ' a month',
    total: ' in all',
  };
  const one = Number(most) === 1 ? metric.replace(/s$/, '') : metric;
  return `${whole(most)} ${metric === 'revenue' || metric === 'payout' ? `of ${metric}` : one}${per[period]}`;
}
