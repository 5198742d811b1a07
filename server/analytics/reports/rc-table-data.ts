import { shareOf } from '#contract/change.ts';
import { zonedTime } from '#contract/period.ts';
import type { Grouping, Table, TableQuery, TableRow } from '#contract/report.ts';
import type { Row } from '../ask.ts';
import { amountIn, figureIn } from '../figures.ts';
import type { Filter } from '../query.ts';
import type { Names } from './names.ts';
import { chosen, distinct, type Report } from './report.ts';
import { startOf } from './series.ts';
import { cents, centsOf, sumOf } from './sums.ts';
import { labelsFor } from './table-labels.ts';
import { totalMeasures, totalsIn } from './totals.ts';

/** The engine answers at most this many groups; what comes after them is part of `other`. */
const mostGroups = 100_000;

const childOf: Partial<Record<Grouping, Grouping>> = {
  channel: 'campaign_id',
  campaign_id: 'adset_id',
  adset_id: 'ad_id',
  utm_source: 'utm_medium',
  utm_medium: 'utm_campaign',
  utm_campaign: 'utm_content',
  country: 'state',
};

const additiveColumns = [
  'conversions',
  'clicks',
  'server_revenue',
  'server_purchases',
  'browser_revenue',
  'browser_purchases',
  'cost',
  'payout',
] as const;
type AdditiveColumn = (typeof additiveColumns)[number];
type Additive = Record<AdditiveColumn, number>;

const seen: Filter = {
  member: 'record',
  operator: 'equals',
  values: ['click', 'conversion', 'refund', 'cost'],
};
const unattributed = (dimension: string): Filter[] => [
  { member: 'record', operator: 'equals', values: ['conversion', 'refund'] },
  { member: dimension, operator: 'notSet', values: [] },
  { member: 'attributed', operator: 'equals', values: ['0'] },
];
const attributed = (dimension: string): Filter => ({
  or: [
    { member: dimension, operator: 'set', values: [] },
    { member: 'attributed', operator: 'equals', values: ['1'] },
  ],
});

/**
 * Figures by one dimension. Conversions that no click earned and that have no value of their own stand apart as
 * `unattributed`, what the limit or `min_revenue` leaves out as `other`, so that everything adds up to the total.
 */
export async function rcTableData(report: Report, query: TableQuery, names: Names): Promise<Table> {
  const { ask, inquiry, model } = report;
  const { measure } = chosen(report);
  const { group_by: grouping } = query;
  const granularity = granularityBy(grouping);
  const dimensions: readonly string[] = granularity ? [] : [grouping];
  const column = { ...columnMeasures, conversions: measure('conversions') };
  const measures = distinct([
    ...totalMeasures,
    ...additiveColumns.map((name) => column[name]),
    'unique_clicks',
    measure('revenue'),
    measure('profit'),
    measure('roas'),
    measure('cpa'),
    measure('epc'),
    measure('conversion_rate'),
  ]);
  const filters = granularity ? [seen] : [seen, attributed(grouping)];
  const part = { dimensions, granularity, filters };
  const compared = inquiry.compared;
  const [rows, [without], before] = await Promise.all([
    ask({
      ...part,
      measures,
      order: granularity ? byTime : byRevenue,
      limit: mostGroups,
    }),
    granularity
      ? [undefined]
      : ask({
          measures: distinct(additiveColumns.map((name) => column[name])),
          filters: unattributed(grouping),
        }),
    compared && !granularity
      ? ask({
          ...part,
          measures: distinct(['server_revenue', column.conversions, 'cost']),
          window: compared.window,
          limit: mostGroups,
        })
      : [],
  ]);
  const keyOf = (row: Row): string | null => {
    if (granularity === null) return row[grouping] ?? null;
    const start = startOf(row, inquiry.timezone, granularity);
    const text = zonedTime(start, inquiry.timezone);
    return granularity === 'hour' ? text : text.slice(0, 10);
  };
  const all = rows.map((row) => ({ row, key: keyOf(row) }));
  const kept = all.filter(
    ({ row }) => amountIn(model, row, 'server_revenue') >= Number(query.min_revenue),
  );
  const sumIn = (some: readonly (Row | undefined)[]): Additive =>
    additive((name) => {
      const text = sumOf(some.map((row) => row?.[column[name]]));
      return isMoney(name) ? cents(text) : Number(text);
    });
  const isWhole = rows.length < mostGroups;
  const [everything] = isWhole ? [] : await ask({ measures, filters: [seen] });
  const total = sumIn(isWhole ? [...rows, without] : [everything]);
  const labels = await labelsFor(
    grouping,
    kept.map(({ key }) => key),
    report,
    names,
  );
  const previous = new Map(before.map((row) => [keyOf(row), row]));
  const whole = chosenRevenue(report, isWhole ? [...rows, without] : [everything]);

  const shown: TableRow[] = kept.map(({ row, key }) => {
    const other = previous.get(key);
    return {
      key,
      label: labels(key),
      child_group_by: key === null ? null : (childOf[grouping] ?? null),
      clicks: amountIn(model, row, 'clicks'),
      unique_clicks: amountIn(model, row, 'unique_clicks'),
      conversions: amountIn(model, row, column.conversions),
      ...totalsIn(model, row),
      cost: amountIn(model, row, 'cost'),
      payout: amountIn(model, row, 'payout'),
      profit: amountIn(model, row, measure('profit')),
      roas: figureIn(model, row, measure('roas')),
      cpa: figureIn(model, row, measure('cpa')),
      epc: figureIn(model, row, measure('epc')),
      conversion_rate: figureIn(model, row, measure('conversion_rate')),
      share: shareOf(amountIn(model, row, measure('revenue')), whole),
      previous:
        compared && !granularity
          ? {
              server_revenue: amountIn(model, other, 'server_revenue'),
              conversions: amountIn(model, other, column.conversions),
              cost: amountIn(model, other, 'cost'),
            }
          : null,
    };
  });
  const listed = shown.sort(by(query)).slice(0, query.limit);
  const apart = sumIn([without]);
  return {
    group_by: grouping,
    rows: listed,
    unattributed: apart,
    other: { count: all.length - listed.length, ...rest(total, [...listed, apart]) },
    total,
  };
}

const byTime = [['hour', 'asc']] as const;
const byRevenue = [['server_revenue', 'desc']] as const;

const granularityBy = (grouping: Grouping): 'hour' | 'day' | null =>
  grouping === 'hour' ? 'hour' : grouping === 'date' ? 'day' : null;

const columnMeasures = {
  clicks: 'clicks',
  server_revenue: 'server_revenue',
  server_purchases: 'server_purchases',
  browser_revenue: 'browser_revenue',
  browser_purchases: 'browser_purchases',
  cost: 'cost',
  payout: 'payout',
} as const;

const isMoney = (name: AdditiveColumn): boolean =>
  name === 'server_revenue' || name === 'browser_revenue' || name === 'cost' || name === 'payout';

const additive = (value: (name: AdditiveColumn) => number): Additive => ({
  conversions: value('conversions'),
  clicks: value('clicks'),
  server_revenue: value('server_revenue'),
  server_purchases: value('server_purchases'),
  browser_revenue: value('browser_revenue'),
  browser_purchases: value('browser_purchases'),
  cost: value('cost'),
  payout: value('payout'),
});

/** To the cent, and with what rounding single rows moved: the columns add up as they are shown. */
const rest = (total: Additive, parts: readonly Additive[]): Additive =>
  additive((name) => {
    const left = parts.reduce((sum, part) => sum - centsOf(part[name]), centsOf(total[name]));
    return Number(left) / 100;
  });

function chosenRevenue(report: Report, rows: readonly (Row | undefined)[]): number {
  const revenue = chosen(report).measure('revenue');
  return cents(sumOf(rows.map((row) => row?.[revenue])));
}

/** Rows without a value come last either way; equal rows by key. */
function by({ sort, order }: TableQuery): (a: TableRow, b: TableRow) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    const [one, two] = [a[sort], b[sort]];
    if (one === null || two === null) {
      if (one !== two) return one === null ? 1 : -1;
    } else if (one !== two) {
      const less =
        typeof one === 'string' && typeof two === 'string' ? compareText(one, two) < 0 : one < two;
      return less ? -sign : sign;
    }
    return compareText(a.key ?? '\uffff', b.key ?? '\uffff');
  };
}

const collator = new Intl.Collator('en', { numeric: true });
const compareText = (a: string, b: string): number => collator.compare(a, b);
