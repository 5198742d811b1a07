import type pg from 'pg';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import type { OfferTerms } from '../offer-terms/offer-terms.ts';
import { Parameters } from '../warehouse/parameters.ts';

type Offer = { projectId: number; offerId: string };

/** Clicks on an offer that are equal in what its terms depend on. */
export type ClickGroup = {
  affid: string;
  country: string;
  device: string;
  clicks: number;
  /** What they were paid. */
  payout: string;
};

export async function readClicks(
  select: AnalyticsReader['select'],
  { projectId, offerId }: Offer,
  since: Date,
): Promise<ClickGroup[]> {
  const parameters = new Parameters();
  const rows = await select({
    sql: `SELECT affid, country, device, toString(count()), toString(sum(click_payout)) FROM events
WHERE project_id = ${parameters.add('Int64', projectId)} AND event_name = 'click' AND left_out = 0
  AND offer_id = ${parameters.add('String', offerId)} AND affid != ''
  AND event_time >= ${parameters.millisecond(since)}
GROUP BY affid, country, device`,
    parameters: parameters.values,
  });
  return rows.map(([affid, country, device, clicks, payout]) => ({
    affid: affid ?? '',
    country: country ?? '',
    device: device ?? '',
    clicks: Number(clicks),
    payout: payout ?? '0',
  }));
}

/** A counted conversion on an offer, with what it was paid. */
export type PaidConversion = {
  affid: string;
  country: string;
  device: string;
  goal: string;
  termsId: number;
  value: string;
  payout: string;
  at: Date;
};

/** More than this are not looked at one by one. */
const mostConversions = 100_000;

/** The latest counted conversions on an offer since a moment, earliest first. */
export async function readConversions(
  select: AnalyticsReader['select'],
  { projectId, offerId }: Offer,
  since: Date,
): Promise<PaidConversion[]> {
  const parameters = new Parameters();
  const rows = await select({
    sql: `SELECT affid, country, device, goal, toString(terms_id), toString(value), toString(payout),
  toString(toUnixTimestamp64Milli(event_time))
FROM conversions FINAL
WHERE project_id = ${parameters.add('Int64', projectId)} AND offer_id = ${parameters.add('String', offerId)}
  AND event_time >= ${parameters.millisecond(since)} AND record = 'conversion' AND side = 'server'
  AND excluded_reason = '' AND unpaid_reason = '' AND affid != ''
ORDER BY event_time DESC, conversion_id DESC LIMIT ${mostConversions}`,
    parameters: parameters.values,
  });
  return rows.reverse().map(([affid, country, device, goal, termsId, value, payout, at]) => ({
    affid: affid ?? '',
    country: country ?? '',
    device: device ?? '',
    goal: goal ?? '',
    termsId: Number(termsId),
    value: value ?? '0',
    payout: payout ?? '0',
    at: new Date(Number(at)),
  }));
}

/** Which of these terms clicks follow already, also clicks that are still on their way to the warehouse. */
export async function readFollowedTerms(
  { select, pool }: { select: AnalyticsReader['select']; pool: pg.Pool },
  { projectId, offerId }: Offer,
  terms: readonly Pick<OfferTerms, 'id'>[],
): Promise<ReadonlySet<number>> {
  if (terms.length === 0) return new Set();
  const ids = terms.map(({ id }) => id);
  const { rows: waiting } = await pool.query<{ id: number }>(
    `select distinct (payload->'event'->>'terms_id')::int as id from inbox
     where project_id = $1 and (payload->'event'->>'terms_id')::int = any($2)`,
    [projectId, ids],
  );
  const parameters = new Parameters();
  const arrived = await select({
    sql: `SELECT DISTINCT toString(terms_id) FROM events
WHERE project_id = ${parameters.add('Int64', projectId)} AND event_name = 'click'
  AND offer_id = ${parameters.add('String', offerId)} AND terms_id IN ${parameters.add('Array(UInt32)', ids)}`,
    parameters: parameters.values,
  });
  return new Set([...waiting.map(({ id }) => id), ...arrived.map(([id]) => Number(id))]);
}
