import { Decimal } from 'decimal.js';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { ratioPlaces } from '#contract/decimal.ts';
import type { OfferFigures } from '#contract/offers/offer.ts';
import type { Granularity, Window } from '#contract/period.ts';
import type { ProjectScope } from '../access/scope.ts';
import { timeMember } from '../analytics/compiler/query.ts';
import { scopeFilter, zonesOf } from '../analytics/compiler/scope-filter.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';

/** The sums from which the figures of an offer follow. */
export type OfferSums = {
  clicks: number;
  conversions: number;
  revenue: Decimal;
  netRevenue: Decimal;
  payout: Decimal;
  pending: number;
  approved: number;
  rejected: number;
  /** Approved and rejected ones that are older than the hold. */
  matureApproved: number;
  matureRejected: number;
};

const nothing = (): OfferSums => ({
  clicks: 0,
  conversions: 0,
  revenue: new Decimal(0),
  netRevenue: new Decimal(0),
  payout: new Decimal(0),
  pending: 0,
  approved: 0,
  rejected: 0,
  matureApproved: 0,
  matureRejected: 0,
});

/** The columns by which figures are divided. Days are local days, hours the seconds at which they start. */
export type FigureDivision =
  | 'offer_id'
  | 'affid'
  | 'country'
  | 'device'
  | 'campaign_id'
  | 'ad_id'
  | 'hour';

export type FigureQuestion = {
  project: ProjectScope;
  /** Public ids of offers with the days that their conversions wait. */
  offers: readonly { offerId: string; holdDays: number }[];
  by: FigureDivision;
  granularity: Extract<Granularity, 'hour' | 'day'>;
  window: Window;
  timezone: string;
  now: Date;
};

type Reader = Pick<AnalyticsReader, 'runQuery' | 'select'>;

const measures = ['clicks', 'server_purchases', 'server_revenue', 'net_revenue', 'payout'] as const;
const most = 20_000;

/** The sums of offers by one column, from the one model; the states of conversions from their rows. */
export async function readSums(
  reader: Reader,
  question: FigureQuestion,
): Promise<Map<string, OfferSums>> {
  const sums = new Map<string, OfferSums>();
  if (question.offers.length === 0) return sums;
  const of = (key: string): OfferSums => {
    const found = sums.get(key) ?? nothing();
    sums.set(key, found);
    return found;
  };
  const { project, offers, by, granularity, window, timezone } = question;
  const isTime = by === timeMember;
  const rows = await reader.runQuery({
    measures,
    ...(isTime ? { granularity } : { dimensions: [by] }),
    window,
    filters: [
      scopeFilter({ projects: [project] }),
      { member: 'offer_id', operator: 'equals', values: offers.map(({ offerId }) => offerId) },
      { member: 'record', operator: 'equals', values: counted },
    ],
    limit: most,
    timezone,
    zones: zonesOf({ projects: [project] }),
  });
  for (const row of rows) {
    const sum = of((isTime ? row[`${timeMember}.${granularity}`] : row[by]) ?? '');
    sum.clicks += Number(row.clicks ?? 0);
    sum.conversions += Number(row.server_purchases ?? 0);
    sum.revenue = sum.revenue.add(row.server_revenue ?? 0);
    sum.netRevenue = sum.netRevenue.add(row.net_revenue ?? 0);
    sum.payout = sum.payout.add(row.payout ?? 0);
  }
  for (const { key, ...states } of await readStates(reader.select, question)) {
    Object.assign(of(key), states);
  }
  return sums;
}

const counted = ['click', 'conversion', 'refund', 'adjustment'];

type States = Pick<
  OfferSums,
  'pending' | 'approved' | 'rejected' | 'matureApproved' | 'matureRejected'
> & { key: string };

async function readStates(
  select: AnalyticsReader['select'],
  { project, offers, by, granularity, window, timezone, now }: FigureQuestion,
): Promise<States[]> {
  const parameters = new Parameters();
  const zone = parameters.add('String', timezone);
  const start =
    granularity === 'hour'
      ? `toUnixTimestamp(toStartOfHour(event_time, ${zone}))`
      : `toDate(event_time, ${zone})`;
  const key = by === timeMember ? start : by;
  const ids = offers.map(({ offerId }) => offerId);
  const ends = offers.map(({ holdDays }) => now.getTime() - holdDays * 86_400_000);
  const isMature = `toUnixTimestamp64Milli(event_time) <= transform(toString(offer_id), ${parameters.add('Array(String)', ids)},
  ${parameters.add('Array(Int64)', ends)}, toInt64(0))`;
  const own = project.affids
    ? `AND affid IN ${parameters.add('Array(String)', project.affids)}`
    : '';
  const rows = await select({
    sql: `SELECT toString(${key}) AS k, toString(countIf(status = 'pending' AND excluded_reason = '')),
  toString(countIf(status = 'approved' AND excluded_reason = '')), toString(countIf(status = 'rejected')),
  toString(countIf(status = 'approved' AND excluded_reason = '' AND ${isMature})),
  toString(countIf(status = 'rejected' AND ${isMature}))
FROM conversions FINAL
WHERE project_id = ${parameters.add('Int64', project.id)} AND record = 'conversion' AND side = 'server'
  AND offer_id IN ${parameters.add('Array(String)', ids)}
  AND event_time >= ${parameters.millisecond(window.from)} AND event_time < ${parameters.millisecond(window.to)} ${own}
GROUP BY k`,
    parameters: parameters.values,
  });
  return rows.map(([name, ...counts]) => {
    const [pending = 0, approved = 0, rejected = 0, matureApproved = 0, matureRejected = 0] =
      counts.map(Number);
    return { key: name ?? '', pending, approved, rejected, matureApproved, matureRejected };
  });
}

export function addedUp(all: Iterable<OfferSums>): OfferSums {
  const total = nothing();
  for (const sums of all) {
    total.clicks += sums.clicks;
    total.conversions += sums.conversions;
    total.revenue = total.revenue.add(sums.revenue);
    total.netRevenue = total.netRevenue.add(sums.netRevenue);
    total.payout = total.payout.add(sums.payout);
    total.pending += sums.pending;
    total.approved += sums.approved;
    total.rejected += sums.rejected;
    total.matureApproved += sums.matureApproved;
    total.matureRejected += sums.matureRejected;
  }
  return total;
}

/** The figures as answers show them; those about revenue are null for a reader who may not see it. */
export function figuresOf(
  sums: OfferSums = nothing(),
  { currency, seesInternal }: { currency: string; seesInternal: boolean },
): OfferFigures {
  const { clicks, conversions, pending, approved, rejected, revenue, payout } = sums;
  const shown = (amount: Decimal) => Number(amount.toFixed(moneyPlaces(currency)));
  const ratio = (part: Decimal.Value, whole: Decimal.Value) =>
    new Decimal(whole).isZero() ? null : Number(new Decimal(part).div(whole).toFixed(ratioPlaces));
  const internal = <Value>(value: Value) => (seesInternal ? value : null);
  const profit = sums.netRevenue.sub(payout);
  return {
    ...{ clicks, conversions, pending, approved, rejected },
    payout: shown(payout),
    revenue: internal(shown(revenue)),
    profit: internal(shown(profit)),
    epc: ratio(payout, clicks),
    network_epc: internal(ratio(revenue, clicks)),
    conversion_rate: ratio(conversions, clicks),
    approval_rate: ratio(sums.matureApproved, sums.matureApproved + sums.matureRejected),
    margin: internal(ratio(profit, revenue)),
  };
}
