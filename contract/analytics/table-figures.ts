import { eachOf, shareOf } from './change.ts';
import type { Table } from './report.ts';
import type { Grouping } from './report-query.ts';

export type Sums = Table['total'];
type SumColumn = keyof Sums;

/** The columns that add up over rows. */
export const sumsBy = <Value>(of: (column: SumColumn) => Value): Record<SumColumn, Value> => ({
  conversions: of('conversions'),
  clicks: of('clicks'),
  revenue: of('revenue'),
  server_revenue: of('server_revenue'),
  server_purchases: of('server_purchases'),
  browser_revenue: of('browser_revenue'),
  browser_purchases: of('browser_purchases'),
  cost: of('cost'),
  payout: of('payout'),
});

/** Which measure adds up to a column; `conversions` and `revenue` are of the chosen side and way of counting. */
export const sumMeasures = (measureOf: (figure: 'conversions' | 'revenue') => string) =>
  sumsBy((column) =>
    column === 'conversions' || column === 'revenue' ? measureOf(column) : column,
  );

/** What parts leave of a total, to the cent and with what rounding single parts moved: the columns add up as shown. */
export const remainder = (total: Sums, parts: readonly Sums[]): Sums =>
  sumsBy(
    (column) =>
      parts.reduce((left, part) => left - cents(part[column]), cents(total[column])) / 100,
  );

const cents = (amount: number): number => Math.round(amount * 100);

/** What sums say together, as rows say it of their own; people and rates are of no sums. */
export const derivedOf = (sums: Sums) => ({
  aov: eachOf(sums.revenue, sums.conversions),
  profit: (cents(sums.revenue) - cents(sums.cost) - cents(sums.payout)) / 100,
  roas: shareOf(sums.revenue, sums.cost),
  cpa: eachOf(sums.cost, sums.conversions),
  epc: eachOf(sums.revenue, sums.clicks),
  server_aov: eachOf(sums.server_revenue, sums.server_purchases),
  browser_aov: eachOf(sums.browser_revenue, sums.browser_purchases),
});

/** The figures of a row beside its sums: they are of the chosen side and way of counting, and add up to nothing. */
export const rowFigures = [
  'aov',
  'users',
  'per_user',
  'profit',
  'roas',
  'cpa',
  'epc',
  'conversion_rate',
] as const;

/** What a row opens to when nobody asks for something else. */
export const usualChild: Partial<Record<Grouping, Grouping>> = {
  channel: 'campaign_id',
  campaign_id: 'adset_id',
  adset_id: 'ad_id',
  utm_source: 'utm_medium',
  utm_medium: 'utm_campaign',
  utm_campaign: 'utm_content',
  country: 'state',
};
