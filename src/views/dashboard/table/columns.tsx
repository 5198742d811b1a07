import type { ReactNode } from 'react';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import {
  hasCostOfRow,
  hasOwnCost,
  hasSpreadCost,
  lacksCostByRow,
} from '#contract/analytics/known-cost.ts';
import type { Table, TableRow } from '#contract/analytics/report.ts';
import type { TableSort } from '#contract/analytics/report-query.ts';
import { type ComparedFigure, changeInRow } from '#contract/analytics/row-change.ts';
import { figuresOfCost, ratiosOf } from '#contract/analytics/table-figures.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { ColumnName } from '#machines/dashboard/table-columns.ts';
import { definitions } from '../../kit/definitions.ts';
import { change, count, decimal, factor, meaningOf, money, percent } from '../../kit/format.ts';
import type { CostComparison } from '../cost-comparison.ts';
import { groupingNames } from './groupings.ts';

type Sums = Table['total'];

export type Column = {
  key: ColumnName;
  title: string;
  /** The group in the columns menu. */
  group: ColumnGroup;
  definition: string;
  /** Whether the column is money; the head shows the currency once. */
  isMoney: boolean;
  /** The sort key on the server; a range sorts by its lower end. */
  sort: TableSort;
  /** Whether its cost is spread over clicks. */
  isEstimated?: boolean;
  /** The figure that its cells open. */
  figure?: string;
  write: (row: TableRow, currency: string) => ReactNode;
  /** Whether the value is a loss. */
  isLoss?: (row: TableRow) => boolean;
  /** The length in characters, where the cell is not plain text. */
  length?: number;
  /** The value of the total row; "–" where a sum would be wrong. */
  sum: (sums: Sums, currency: string) => string;
  /** The value of the remainder row. */
  left?: (sums: Sums, currency: string) => string;
  /** The reconciliation line between the two clocks, for columns by day of the click. */
  clocked?: (of: Clocked, sign: 1 | -1, currency: string) => string;
};
type Clocked = NonNullable<Table['bridge']>['click_clock'];

export const columnGroups = {
  traffic: 'Traffic',
  result: 'Result',
  cost: 'Cost and profit',
  ads: 'Ad platforms',
  change: 'Change',
  server: 'Server',
  browser: 'Browser',
  evidence: 'Evidence',
  models: 'Attribution models',
  clock: 'By day of the click',
} as const;
type ColumnGroup = keyof typeof columnGroups;

type Figure = Extract<TableSort, keyof TableRow>;
type Write = (value: number | null | undefined, currency: string) => string;

const none = '–';
/** Attribution models that split a conversion leave fractions. */
const pieces = (value: number | null | undefined): string =>
  Number.isInteger(value) ? count(value) : decimal(value);

/** The sums of a line and the figures that follow from them; no other figure of rows adds up. */
const summed = (sums: Sums, currency: string): Partial<Record<Figure, number | null>> => ({
  ...sums,
  ...ratiosOf(sums, moneyPlaces(currency)),
});

/** A column whose values do not add up. */
const plain = (
  key: ColumnName & TableSort,
  write: Column['write'],
  group: ColumnGroup,
  title: string,
  definition: string,
): Column => ({
  key,
  title,
  group,
  definition,
  isMoney: false,
  sort: key,
  write,
  sum: () => none,
});

/** A column that shows one figure. */
const figure = (
  key: ColumnName & Figure,
  write: Write,
  ...about: readonly [group: ColumnGroup, title: string, definition: string]
): Column => ({
  ...plain(
    key,
    (row, currency) => write(Number.isFinite(row[key]) ? Number(row[key]) : null, currency),
    ...about,
  ),
  isMoney: write === money,
  figure: key,
  sum: (sums, currency) => write(summed(sums, currency)[key], currency),
});

/** A figure that needs a cost: without a cost it is unknown, whatever the division returns. */
const spent = (column: Column): Column => ({
  ...column,
  write: (row, currency) => (row.cost === 0 ? none : column.write(row, currency)),
  sum: (sums, currency) => (sums.cost === 0 ? none : column.sum(sums, currency)),
});

/** A figure that ad platforms report: none where no cost tells it. */
const told = (column: Column, isTold: (sums: Sums) => boolean): Column => ({
  ...column,
  write: (row, currency) => (isTold(row) ? column.write(row, currency) : none),
  sum: (sums, currency) => (isTold(sums) ? column.sum(sums, currency) : none),
});
const untold = ', of the costs that tell both.';

/** The change from the compared period. */
const changed = (
  of: ComparedFigure,
  wanted: 'more' | 'less' | 'neither',
  title: string,
): Column => ({
  ...plain(
    `${of}_change`,
    (row) => {
      const value = changeInRow(row, of);
      return <span data-meaning={meaningOf(value, wanted)}>{change(value)}</span>;
    },
    'change',
    `${title} change`,
    'The change from the compared days.',
  ),
  length: 8,
});

/** The range that chance alone explains. */
const between = (
  name: 'conversion_rate' | 'cpa' | 'roas' | 'credit',
  write: Write,
  group: ColumnGroup,
  title: string,
  definition: string,
): Column => ({
  key: `${name}_range`,
  title: `${title}, range`,
  group,
  definition: `${definition} Rows are ordered by the lower end.`,
  isMoney: write === money,
  sort: `${name}_low`,
  write: (row, currency) => range(row[`${name}_low`], row[`${name}_high`], write, currency),
  sum: () => none,
});

function range(
  low: number | null | undefined,
  high: number | null | undefined,
  write: Write,
  currency: string,
) {
  if (low === null || low === undefined) return none;
  return high === null || high === undefined
    ? `${write(low, currency)} or more`
    : `${write(low, currency)} – ${write(high, currency)}`;
}

const chosen = 'of the chosen side and way of counting';
const onServer = (text: string) => `${text} Seen by the server, each order once.`;
const onBrowser = (text: string) => `${text} Seen by the browser, each order once.`;

const all: Record<ColumnName, Column> = {
  clicks: figure('clicks', count, 'traffic', 'Clicks', definitions.clicks),
  unique_clicks: figure(
    'unique_clicks',
    count,
    'traffic',
    'Unique clicks',
    'Different people who clicked. They do not add up over rows.',
  ),
  conversions: figure('conversions', pieces, 'result', 'Conversions', definitions.conversions),
  conversion_rate: figure(
    'conversion_rate',
    percent,
    'result',
    'Conv. rate',
    definitions.conversionRate,
  ),
  revenue: figure('revenue', money, 'result', 'Revenue', `${definitions.revenue} It is ${chosen}.`),
  net_revenue: figure(
    'net_revenue',
    money,
    'result',
    'Net revenue',
    'Revenue − refunds, with corrections.',
  ),
  share: plain(
    'share',
    ({ share }) => percent(share),
    'result',
    'Share',
    'Share of all revenue, unattributed included.',
  ),
  aov: figure('aov', money, 'result', 'AOV', definitions.aov),
  users: figure('users', count, 'result', 'Buyers', definitions.users),
  per_user: figure('per_user', money, 'result', 'Revenue per buyer', definitions.perUser),
  cost: spent(figure('cost', money, 'cost', 'Cost', definitions.cost)),
  payout: figure(
    'payout',
    money,
    'cost',
    'Payout',
    'What affiliates earn for these conversions, by the terms of their day.',
  ),
  profit: {
    ...figure('profit', money, 'cost', 'Profit', definitions.profit),
    isLoss: ({ profit }) => profit < 0,
  },
  roas: spent(figure('roas', factor, 'cost', 'ROAS', definitions.roas)),
  cpa: spent(figure('cpa', money, 'cost', 'CPA', definitions.cpa)),
  epc: figure('epc', money, 'cost', 'EPC', definitions.epc),
  roi: spent(figure('roi', percent, 'cost', 'ROI', '(Revenue − cost) ÷ cost.')),
  margin: {
    ...figure('margin', percent, 'cost', 'Margin', 'Profit ÷ revenue.'),
    isLoss: ({ profit }) => profit < 0,
  },
  impressions: told(
    figure('impressions', count, 'ads', 'Impressions', 'How often ads were shown.'),
    ({ impressions }) => impressions > 0,
  ),
  ad_clicks: told(
    figure('ad_clicks', count, 'ads', 'Ad clicks', 'Clicks as the ad platforms counted them.'),
    ({ ad_clicks, impressions }) => ad_clicks > 0 || impressions > 0,
  ),
  cpm: figure('cpm', money, 'ads', 'CPM', `1,000 × cost ÷ impressions${untold}`),
  ctr: figure('ctr', percent, 'ads', 'CTR', `Ad clicks ÷ impressions${untold}`),
  cpc: figure('cpc', money, 'ads', 'CPC', `Cost ÷ ad clicks${untold}`),
  clicks_change: changed('clicks', 'more', 'Clicks'),
  conversions_change: changed('conversions', 'more', 'Conv.'),
  revenue_change: changed('revenue', 'more', 'Revenue'),
  cost_change: spent(changed('cost', 'neither', 'Cost')),
  profit_change: changed('profit', 'more', 'Profit'),
  roas_change: spent(changed('roas', 'more', 'ROAS')),
  server_revenue: figure(
    'server_revenue',
    money,
    'server',
    'Server revenue',
    onServer(definitions.revenue),
  ),
  server_purchases: figure(
    'server_purchases',
    pieces,
    'server',
    'Server purchases',
    onServer(definitions.conversions),
  ),
  server_aov: figure('server_aov', money, 'server', 'Server AOV', onServer(definitions.aov)),
  server_users: figure(
    'server_users',
    count,
    'server',
    'Server buyers',
    onServer(definitions.users),
  ),
  server_per_user: figure(
    'server_per_user',
    money,
    'server',
    'Server revenue per buyer',
    onServer(definitions.perUser),
  ),
  browser_revenue: figure(
    'browser_revenue',
    money,
    'browser',
    'Browser revenue',
    onBrowser(definitions.revenue),
  ),
  browser_purchases: figure(
    'browser_purchases',
    pieces,
    'browser',
    'Browser purchases',
    onBrowser(definitions.conversions),
  ),
  browser_aov: figure('browser_aov', money, 'browser', 'Browser AOV', onBrowser(definitions.aov)),
  browser_users: figure(
    'browser_users',
    count,
    'browser',
    'Browser buyers',
    onBrowser(definitions.users),
  ),
  browser_per: figure(
    'browser_per',
    money,
    'browser',
    'Browser revenue per buyer',
    onBrowser(definitions.perUser),
  ),
  settled: {
    ...plain(
      'settled',
      ({ settled }) => <Settled share={settled} />,
      'evidence',
      'Settled',
      'The share of these clicks’ conversions that should have arrived by now, judged by earlier delays.',
    ),
    length: 14,
  },
  projected_roas: plain(
    'projected_roas',
    (row) => factor(row.projected_roas),
    'evidence',
    'ROAS, settled',
    'What ROAS should be once every conversion of these clicks has arrived.',
  ),
  conversion_rate_range: between(
    'conversion_rate',
    percent,
    'evidence',
    'Conv. rate',
    'The conversion rate lies in here with a probability of 95 %.',
  ),
  cpa_range: spent(
    between('cpa', money, 'evidence', 'CPA', 'CPA lies in here with a probability of 95 %.'),
  ),
  roas_range: between(
    'roas',
    factor,
    'evidence',
    'ROAS',
    'ROAS lies in here with a probability of 95 %.',
  ),
  wins: plain(
    'wins',
    ({ wins, ranks }) =>
      wins === null || wins === undefined
        ? none
        : `${count(wins)} of ${count(Object.keys(ranks ?? {}).length)} models`,
    'models',
    'Profitable under',
    'Under how many attribution models it makes a profit.',
  ),
  credit_range: between(
    'credit',
    money,
    'models',
    'Credit',
    'The least and the most server revenue that an attribution model gives it.',
  ),
  click_conversions: {
    ...plain(
      'click_conversions',
      (row) => pieces(row.click_clock?.conversions),
      'clock',
      'Conv., click day',
      'Conversions counted on the day of their click instead of their own.',
    ),
    clocked: ({ conversions }, sign) => pieces(sign * conversions),
  },
  click_revenue: {
    ...plain(
      'click_revenue',
      (row, currency) => money(row.click_clock?.server_revenue, currency),
      'clock',
      'Revenue, click day',
      'Server revenue counted on the day of the click instead of the conversion.',
    ),
    isMoney: true,
    clocked: (of, sign, currency) => money(sign * of.server_revenue, currency),
  },
};

export const columnOf = (name: ColumnName): Column => all[name];

const spending: readonly ColumnName[] = [
  'cost',
  'cost_change',
  'impressions',
  'ad_clicks',
  'cpm',
  'ctr',
  'cpc',
];
/** The columns that compare a cost with earnings. */
const weighing: readonly ColumnName[] = [
  'profit',
  'roas',
  'roi',
  'margin',
  'profit_change',
  'roas_change',
  'cpa',
  'projected_roas',
  'cpa_range',
  'roas_range',
  'wins',
];

/** The columns that compare a cost of whole days. */
const compares: readonly ColumnName[] = ['cost_change', 'profit_change', 'roas_change'];

/**
 * The column for a table with this total: figures that a filter without costs makes unknown are hidden, and comparisons
 * that end within a day are adjusted.
 */
export function columnAmong(
  name: ColumnName,
  {
    by,
    total,
    hidden,
    days,
    estimate,
  }: {
    by: Grouping;
    total: Sums;
    hidden: Grouping | null;
    days: CostComparison | null;
    estimate?: Table['estimate'];
  },
): Column {
  const whole = all[name];
  const column = days && compares.includes(name) ? comparing(whole, days) : whole;
  const isWeighing = weighing.includes(name);
  if (estimate && (isWeighing || priced.includes(name))) return estimating(column, by, estimate);
  if (hidden !== null && (isWeighing || spending.includes(name))) return hiding(column, hidden);
  if (!isWeighing) return column;
  const unknown = `Costs have no ${nameIn(by)}, so rows cannot show it.`;
  return {
    ...column,
    definition: lacksCostByRow(by, total) ? `${column.definition} ${unknown}` : column.definition,
    write: (row, currency) => (hasOwnCost(by, row, total) ? column.write(row, currency) : none),
    left: (sums, currency) => (hasOwnCost(by, sums, total) ? column.sum(sums, currency) : none),
  };
}

/** The columns of costs that can be spread. */
const priced: readonly ColumnName[] = ['cost', 'cost_change'];

/** Marks figures with a spread cost. Costs without clicks belong to no clicks of their row. */
function estimating(column: Column, by: Grouping, estimate: Estimate): Column {
  const isOwn = (line: { key?: string | null; cost: number }) =>
    column.key === 'cost' || hasSpreadCost(by, line, estimate);
  const { figure, sum } = column;
  return {
    ...column,
    title: `${column.title}, est.`,
    definition: `${column.definition} Estimated: the cost of each ad, ad set or campaign is spread over its clicks of the day.`,
    isEstimated: true,
    ...(figure && spreadFigures.includes(figure) && { figure: `estimated_${figure}` }),
    write: (row, currency) => (isOwn(row) ? column.write(row, currency) : none),
    left: (sums, currency) => (isOwn(sums) ? sum(sums, currency) : none),
  };
}
type Estimate = NonNullable<Table['estimate']>;
/** The figures that the model has with a spread cost, too. */
const spreadFigures: readonly string[] = ['cost', ...figuresOfCost];

/** Hides figures that need an unknown cost: a part could show more than the whole. */
function hiding(column: Column, hidden: Grouping): Column {
  return {
    ...column,
    definition: `${column.definition} It is unknown by ${nameIn(hidden)}.`,
    write: () => none,
    sum: () => none,
  };
}

/** Adjusts the comparison: a whole day's cost cannot be compared with a part of a day. */
function comparing(column: Column, { isCompared, text }: CostComparison): Column {
  const named = `${column.definition} Costs have a day, no time:`;
  if (isCompared) return { ...column, definition: `${named} the comparison ${lowered(text)}.` };
  return { ...column, definition: `${named} a part of a day has none.`, write: () => none };
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const nameIn = (by: Grouping): string => groupingNames[by].one.toLowerCase();

/** The note of a row whose cost belongs to no row. */
export function costNote(table: Table, line: TableRow | Sums): string | null {
  if (line.cost === 0 || hasCostOfRow(table, line)) return null;
  return table.estimate ? 'cost without a click' : `costs have no ${nameIn(table.group_by)}`;
}

/** The received share as a solid bar, the expected rest hatched. */
function Settled({ share: value }: { share: number | null | undefined }) {
  if (value === null || value === undefined) return none;
  return (
    <span className="desk-settled" data-moving={value < 0.995 || undefined}>
      <span className="desk-settled-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(value, 1) * 100}%` }} />
      </span>
      {percent(value)}
    </span>
  );
}
