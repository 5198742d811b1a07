import {
  beginOf,
  bucketOf,
  bucketsOf,
  type Days,
  dayAfter,
  dayOf,
  daysOf,
  type Span,
  spanOf,
  wallText,
  zonedText,
} from './calendar.ts';
import { memberOf } from './cube.ts';
import { measure } from './measures.ts';
import { asNumber, type Figure, moneyFigure, moneyOf, shown } from './money.ts';
import type { Side } from './reported.ts';
import type { Row } from './rows.ts';

/** The rows of a dashboard call: those of its project and filters, at any time. */
export type ReportRequest = {
  rows: readonly Row[];
  days: Days;
  zone: string;
  side: Side;
  unique: boolean;
  /** Whether a filter names what costs do not know. */
  hidesCost: boolean;
  compare: Days | 'none' | 'same_elapsed' | 'previous' | 'last_year';
  now: number;
};

type Shown = number | null;

const decimals = { count: 2, currency: 2, ratio: 8 };

/** A measure as a number of the answer. */
function figure(rows: readonly Row[], name: string): Shown {
  const { of, unit } = measure(name);
  return asNumber(of(rows), decimals[unit]);
}

const figures = (rows: readonly Row[], names: readonly string[]): Record<string, Shown> =>
  Object.fromEntries(names.map((name) => [name, figure(rows, name)]));

const inSpan = (rows: readonly Row[], { from, to }: Span): Row[] =>
  rows.filter(({ record, time }) => record !== 'estimated_cost' && time >= from && time < to);

const present = ({ rows, days, zone }: ReportRequest): Row[] => inSpan(rows, spanOf(days, zone));

/** The days that the chosen ones are compared with; null without a comparison. */
function daysBefore({ days, compare }: ReportRequest): Days | null {
  if (compare === 'none') return null;
  if (typeof compare === 'object') return compare;
  if (compare === 'last_year') {
    const before = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    return { start: before(days.start), end: before(days.end) };
  }
  return {
    start: dayAfter(days.start, -daysOf(days).length),
    end: dayAfter(days.start, -1),
  };
}

/** The rows that a total is compared with; null without a comparison. */
function past(request: ReportRequest): Row[] | null {
  const { rows, days, zone, compare, now } = request;
  const other = daysBefore(request);
  if (!other) return null;
  const span = spanOf(other, zone);
  const today = dayOf(now, zone);
  if (compare === 'same_elapsed' && today >= days.start && today <= days.end) {
    const day = dayAfter(today, -daysOf(days).length);
    const elapsed = now - beginOf(today, zone);
    const to = Math.min(beginOf(day, zone) + elapsed, beginOf(dayAfter(day), zone), span.to);
    return inSpan(rows, { ...span, to });
  }
  return inSpan(rows, span);
}

/** A shown figure in hundred-millionths. */
const partsOf = (value: number): bigint => BigInt(value.toFixed(8).replace('.', ''));

/** The relative change of a shown figure: computed from the two shown figures. */
function changed(after: Shown, before: Shown): Shown {
  if (after === null || before === null || before === 0) return null;
  const [a, b] = [partsOf(after), partsOf(before)];
  return asNumber({ over: a - b, under: b < 0n ? -b : b }, decimals.ratio);
}

function shareOf(part: Shown, full: Shown): Shown {
  if (part === null || !full) return null;
  return asNumber({ over: partsOf(part), under: partsOf(full) }, decimals.ratio);
}

type Names = Record<string, string>;

/** The measure of a figure for a side, deduplicated or not. */
function namesOf({ side, unique }: Pick<ReportRequest, 'side' | 'unique'>): Names {
  const prefix = unique ? side : `raw_${side}`;
  const derived = unique ? (side === 'server' ? '' : 'browser_') : `raw_${side}_`;
  return {
    revenue: `${prefix}_revenue`,
    conversions: `${prefix}_purchases`,
    aov: `${prefix}_aov`,
    users: `${side}_users`,
    per_user: side === 'browser' && unique ? 'browser_per' : `${prefix}_per_user`,
    net_revenue: `${derived}net_revenue`,
    profit: `${derived}profit`,
    roas: `${derived}roas`,
    roi: `${derived}roi`,
    margin: `${derived}margin`,
    cpa: `${derived}cpa`,
    epc: `${derived}epc`,
    conversion_rate: `${derived}conversion_rate`,
    clicks: 'clicks',
    unique_clicks: 'unique_clicks',
    cost: 'cost',
    payout: 'payout',
  };
}

const nameOf = (names: Names, key: string): string => names[key] ?? key;

const pick = (rows: readonly Row[], names: Names, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, figure(rows, nameOf(names, key))]));

function compared(request: ReportRequest, keys: readonly string[], changes: readonly string[]) {
  const before = past(request);
  if (!before) return { previous: null, change: null };
  const names = namesOf(request);
  const after = present(request);
  return {
    previous: pick(before, names, keys),
    change: Object.fromEntries(
      changes.map((key) => {
        const name = nameOf(names, key);
        return [key, changed(figure(after, name), figure(before, name))];
      }),
    ),
  };
}

const totals = [
  'server_revenue',
  'server_aov',
  'server_purchases',
  'server_per_user',
  'server_users',
  'browser_purchases',
  'browser_aov',
  'browser_revenue',
  'browser_per',
  'browser_users',
];

export function rcData(request: ReportRequest) {
  const rows = present(request);
  const stored = [
    'revenue',
    'conversions',
    'aov',
    'users',
    'per_user',
    'cost',
    'profit',
    'roas',
    'cpa',
  ];
  return {
    ...pick(rows, namesOf(request), [...stored, 'net_revenue', 'payout']),
    ...figures(rows, totals),
    overlap: {
      both: figure(rows, 'paired_purchases'),
      server_only: figure(rows, 'server_only_purchases'),
      browser_only: figure(rows, 'browser_only_purchases'),
      union_purchases: figure(rows, 'union_purchases'),
      union_revenue: figure(rows, 'union_revenue'),
    },
    no_rate: figure(rows, 'excluded_no_rate'),
    ...compared(request, stored, stored),
  };
}

export function ccData(request: ReportRequest) {
  const rows = present(request);
  const names = namesOf(request);
  return {
    ...pick(rows, names, ['clicks', 'unique_clicks', 'conversions', 'conversion_rate', 'epc']),
    unique_conversions: figure(rows, nameOf(namesOf({ ...request, unique: true }), 'conversions')),
    raw_conversions: figure(rows, nameOf(namesOf({ ...request, unique: false }), 'conversions')),
    bot_clicks: figure(rows, 'bot_clicks'),
    ...compared(
      request,
      ['clicks', 'unique_clicks', 'conversions', 'conversion_rate', 'epc'],
      ['clicks', 'conversions', 'conversion_rate', 'epc'],
    ),
  };
}

const isoOf = (time: number) => new Date(time).toISOString();

/** The points of a graph: each bucket with its rows, none for future buckets. */
function series({ rows, days, zone, now }: ReportRequest, grain: 'hour' | 'day') {
  const starts = bucketsOf(days, zone, grain);
  const end = spanOf(days, zone).to;
  const mine = inSpan(rows, spanOf(days, zone));
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? end;
    return {
      from,
      start: isoOf(from),
      isPartial: from <= now && now < to,
      rows: from > now ? null : inSpan(mine, { from, to }),
    };
  });
}

const grainOf = ({ start, end }: Days) => (start === end ? 'hour' : 'day');

export function rcChartData(request: ReportRequest) {
  const names = namesOf(request);
  const grain = grainOf(request.days);
  return series(request, grain).map(({ start, isPartial, rows }) => ({
    start,
    conversion: rows && figure(rows, nameOf(names, 'conversions')),
    clicks: rows && figure(rows, 'clicks'),
    revenue: rows && figure(rows, nameOf(names, 'revenue')),
    cost: grain === 'hour' || request.hidesCost ? null : rows && (figure(rows, 'cost') || null),
    partial: isPartial,
  }));
}

export function clicks(request: ReportRequest) {
  const rows = present(request);
  return {
    total: figure(rows, 'clicks'),
    unique: figure(rows, 'unique_clicks'),
    bots: figure(rows, 'bot_clicks'),
    series: series(request, grainOf(request.days)).map(({ start, rows }) => ({
      start,
      clicks: rows && figure(rows, 'clicks'),
      unique_clicks: rows && figure(rows, 'unique_clicks'),
    })),
  };
}

function groupedBy(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

export function bqData(request: ReportRequest) {
  const { zone } = request;
  const hourOf = ({ time }: Row) => zonedText(bucketOf(time, zone, 'hour'), zone);
  return [...groupedBy(present(request), (row) => `${hourOf(row)} ${row.affid}`).values()].flatMap(
    (rows) => {
      const [first] = rows;
      return first ? [{ hour: hourOf(first), affid: first.affid, ...figures(rows, totals) }] : [];
    },
  );
}

const placeNames = [
  'clicks',
  'unique_clicks',
  'conversions',
  'revenue',
  'aov',
  'users',
  'conversion_rate',
];

function places(request: ReportRequest, keyOf: (row: Row) => string) {
  const names = namesOf(request);
  const revenue = nameOf(names, 'revenue');
  const now = present(request);
  const before = past(request);
  const nowBy = groupedBy(now, keyOf);
  const beforeBy = groupedBy(before ?? [], keyOf);
  const gone = [...beforeBy].filter(
    ([key, rows]) =>
      !nowBy.has(key) &&
      ['conversions', 'revenue'].some((name) => figure(rows, nameOf(names, name)) !== 0),
  );
  return [...nowBy, ...gone.map(([key]) => [key, []] as const)].map(([key, rows]) => {
    const old = beforeBy.get(key) ?? [];
    return {
      ...pick(rows, names, placeNames),
      share: shareOf(figure(rows, revenue), figure(now, revenue)),
      previous: before ? pick(old, names, ['conversions', 'revenue']) : null,
      place: rows[0] ?? old[0],
    };
  });
}

export const countryBreakdown = (request: ReportRequest) =>
  places(request, ({ country }) => country).map(({ place, ...row }) => ({
    country: place?.country,
    ...row,
  }));

export const statesBreakdown = (request: ReportRequest) =>
  places(request, ({ country, state }) => `${country}-${state}`).map(({ place, ...row }) => ({
    country: place?.country,
    state: place?.state,
    ...row,
  }));

export function revenueDateRange(request: ReportRequest) {
  const revenue = nameOf(namesOf(request), 'revenue');
  const upTo: Row[] = [];
  const rows = series(request, grainOf(request.days)).map((point) => {
    upTo.push(...(point.rows ?? []));
    return {
      start: point.start,
      revenue: point.rows && figure(point.rows, revenue),
      cumulative: point.rows && figure(upTo, revenue),
      partial: point.isPartial,
    };
  });
  const before = past(request);
  const total = figure(present(request), revenue);
  const previous = before && figure(before, revenue);
  return {
    rows,
    total: { revenue: total, previous_revenue: previous, change: changed(total, previous) },
  };
}

/** The month of the last day and the twelve before it. */
export function revenueLastYear({ rows, days, zone, now, ...request }: ReportRequest) {
  const month = days.end.slice(0, 7);
  const [year, number] = month.split('-').map(Number) as [number, number];
  return Array.from({ length: 13 }, (_, ago) => {
    const first = new Date(Date.UTC(year, number - 1 - ago, 1)).toISOString().slice(0, 7);
    const mine = rows.filter(({ time }) => wallText(time, zone).startsWith(first));
    return {
      hour: `${first}-01T00:00:00.000`,
      month: first,
      server_revenue: figure(mine, 'server_revenue'),
      browser_revenue: figure(mine, 'browser_revenue'),
      revenue: figure(mine, nameOf(namesOf(request), 'revenue')),
      server_purchases: figure(mine, 'server_purchases'),
      partial: wallText(now, zone).startsWith(first),
    };
  });
}

export type PaidOut = { affid: string; amount: string; at: string };

/** What affiliates earned in the period and what they were paid in it; the last payment may be older. */
export const rcPaymentData = (
  request: ReportRequest,
  affids: readonly string[],
  payouts: readonly PaidOut[],
) =>
  affids.map((affid) => {
    const rows = present(request).filter((row) => row.affid === affid);
    const { from, to } = spanOf(request.days, request.zone);
    const before = payouts
      .filter((one) => one.affid === affid && Date.parse(one.at) < to)
      .sort((a, b) => (a.at < b.at ? -1 : 1));
    const paid = before
      .filter(({ at }) => Date.parse(at) >= from)
      .reduce((sum, { amount }) => sum + moneyOf(amount), 0n);
    const earned = shown(measure('payout').of(rows) ?? moneyFigure(0n), 2);
    return {
      affid,
      purchases: figure(rows, 'server_purchases'),
      revenue: figure(rows, 'server_revenue'),
      refunds: figure(rows, 'refunds'),
      refund_amount: figure(rows, 'refund_amount'),
      adjustment_amount: figure(rows, 'adjustment_amount'),
      net_revenue: figure(rows, 'net_revenue'),
      payout: figure(rows, 'payout'),
      payout_paid: asNumber(moneyFigure(paid), 2),
      payout_due: Number(earned - shown(moneyFigure(paid), 2)) / 100,
      last_payment_at: before.at(-1)?.at ?? null,
      aov: figure(rows, 'server_aov'),
      users: figure(rows, 'server_users'),
      per_user: figure(rows, 'server_per_user'),
    };
  });

export const additive = [
  'conversions',
  'clicks',
  'revenue',
  'net_revenue',
  'server_revenue',
  'server_purchases',
  'browser_revenue',
  'browser_purchases',
  'cost',
  'payout',
  'impressions',
  'ad_clicks',
  'cost_with_impressions',
  'ad_clicks_with_impressions',
  'cost_with_ad_clicks',
] as const;
const tableNames = [
  'clicks',
  'unique_clicks',
  'conversions',
  'revenue',
  'net_revenue',
  'aov',
  'users',
  'per_user',
  ...totals,
  'cost',
  'payout',
  'profit',
  'roas',
  'roi',
  'margin',
  'cpa',
  'epc',
  'impressions',
  'ad_clicks',
  'cost_with_impressions',
  'ad_clicks_with_impressions',
  'cost_with_ad_clicks',
  'cpm',
  'ctr',
  'cpc',
  'conversion_rate',
];

const added = (figures: readonly Figure[]): Figure =>
  figures.reduce(
    (a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }),
    { over: 0n, under: 1n },
  );

export type Table = {
  rows: ({ key: string | null } & Record<string, unknown>)[];
  unattributed: Record<string, Shown>;
  /** The remainder after these rows are shown. */
  other(keys: readonly (string | null)[]): Record<string, Shown>;
  total: Record<string, Shown>;
};

/** The key of the compared days at the place of a key; null where there is no such place. */
function keyBefore(request: ReportRequest, groupBy: string): (key: string) => string | null {
  if (groupBy !== 'hour' && groupBy !== 'date') return String;
  const { days, zone } = request;
  const [ours, theirs] = [days, daysBefore(request)].map((some) => (some ? daysOf(some) : []));
  const hoursOf = (day: string) =>
    bucketsOf({ start: day, end: day }, zone, 'hour').map((hour) => zonedText(hour, zone));
  return (key) => {
    const day = key.slice(0, 10);
    const other = theirs?.[ours?.indexOf(day) ?? -1];
    if (!other || groupBy === 'date') return other ?? null;
    const shown = (hours: readonly string[]) =>
      hours.map((hour, index) => {
        const same = hours
          .slice(0, index)
          .filter((one) => one.slice(11, 13) === hour.slice(11, 13));
        return `${hour.slice(11, 13)} ${same.length}`;
      });
    const name = shown(hoursOf(day))[hoursOf(day).indexOf(key)];
    return hoursOf(other)[shown(hoursOf(other)).indexOf(name ?? '')] ?? null;
  };
}

/**
 * All rows of a table before the limit, and the rows below it. A conversion that no click earned is in a row if it has
 * its own value of the dimension (its country, say), else among the unattributed.
 */
export function table(request: ReportRequest, groupBy: string): Table {
  const names = namesOf(request);
  const { zone } = request;
  const all = present(request);
  const keyOf = (row: Row): string => {
    if (groupBy === 'hour') return zonedText(bucketOf(row.time, zone, 'hour'), zone);
    if (groupBy === 'date') return dayOf(row.time, zone);
    if (groupBy === 'weekday' || groupBy === 'hour_of_day') {
      return memberOf(row, groupBy, zone) ?? '';
    }
    return String(row[groupBy as keyof Row]);
  };
  const isPlaced = (row: Row) => row.attributed || keyOf(row) !== '';
  const revenue = nameOf(names, 'revenue');
  const full = figure(all, revenue);
  const before = past(request)?.filter(isPlaced);
  const besideOf = keyBefore(request, groupBy);
  const groups = groupedBy(all.filter(isPlaced), keyOf);
  return {
    rows: [...groups].map(([key, rows]) => {
      const beside = besideOf(key);
      const old = beside === null ? null : before?.filter((row) => keyOf(row) === beside);
      return {
        key: key || null,
        ...pick(rows, names, tableNames),
        share: shareOf(figure(rows, revenue), full),
        previous: old
          ? pick(old, names, [
              'server_revenue',
              'revenue',
              'conversions',
              'clicks',
              'cost',
              'profit',
              'roas',
            ])
          : null,
      };
    }),
    unattributed: pick(
      all.filter((row) => !isPlaced(row)),
      names,
      additive,
    ),
    other: (keys) => {
      const left = [...groups].filter(([key]) => !keys.includes(key || null));
      return Object.fromEntries(
        additive.map((column) => {
          const { of, unit } = measure(nameOf(names, column));
          const parts = left.flatMap(([, rows]) => of(rows) ?? []);
          return [column, asNumber(added(parts), decimals[unit])];
        }),
      );
    },
    total: pick(all, names, additive),
  };
}

export const excluded = (request: ReportRequest) => {
  const rows = present(request);
  return {
    bots: figure(rows, 'excluded_bots'),
    duplicates: figure(rows, 'excluded_duplicates'),
    tests: figure(rows, 'excluded_tests'),
    rejected: figure(rows, 'excluded_rejected'),
    no_rate: figure(rows, 'excluded_no_rate'),
  };
};
