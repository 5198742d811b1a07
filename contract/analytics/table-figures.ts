import { averageOf, shareOf } from './ratios.ts';
import type { Table } from './report.ts';

export type Sums = Table['total'];
type SumColumn = keyof Sums;

/** A value for each column that adds up over rows. */
export const sumColumnsBy = <Value>(
  of: (column: SumColumn) => Value,
): Record<SumColumn, Value> => ({
  conversions: of('conversions'),
  clicks: of('clicks'),
  revenue: of('revenue'),
  net_revenue: of('net_revenue'),
  server_revenue: of('server_revenue'),
  server_purchases: of('server_purchases'),
  browser_revenue: of('browser_revenue'),
  browser_purchases: of('browser_purchases'),
  cost: of('cost'),
  payout: of('payout'),
  impressions: of('impressions'),
  ad_clicks: of('ad_clicks'),
  cost_with_impressions: of('cost_with_impressions'),
  ad_clicks_with_impressions: of('ad_clicks_with_impressions'),
  cost_with_ad_clicks: of('cost_with_ad_clicks'),
});

/** Whether a column belongs to clicks by attribution; the others are the clicks, and what was spent and is owed. */
export const isEarned = (column: SumColumn): boolean =>
  /conversions|revenue|purchases/.test(column);

/** The columns of the chosen side and way of counting. */
type ChosenColumn = 'conversions' | 'revenue' | 'net_revenue';

const isChosen = (column: SumColumn): column is ChosenColumn =>
  column === 'conversions' || column === 'revenue' || column === 'net_revenue';

/** The measure that sums to a column. */
export const sumMeasures = (measureOf: (figure: ChosenColumn) => string) =>
  sumColumnsBy((column) => (isChosen(column) ? measureOf(column) : column));

const units = (amounts: readonly number[], places: number): number =>
  amounts.reduce((sum, one) => sum + Math.round(one * 10 ** places), 0);

/** Adds amounts in whole units of the last place, so that the sum has no binary remainder. */
export const sumOf = (amounts: readonly number[], places: number): number =>
  units(amounts, places) / 10 ** places;

/** An amount minus others, in the same way. */
const minus = (places: number, amount: number, others: readonly number[]): number =>
  (units([amount], places) - units(others, places)) / 10 ** places;

/** A total minus its parts: it contains the rounding of the parts, so that the shown columns add up. */
export const remainder = (total: Sums, parts: readonly Sums[], places: number): Sums =>
  sumColumnsBy((column) =>
    minus(
      places,
      total[column],
      parts.map((part) => part[column]),
    ),
  );

/** The figures that follow from sums of rows, money with so many places; users and conversion rates do not. */
export function ratiosOf(sums: Sums, places: number) {
  const profit = minus(places, sums.net_revenue, [sums.cost, sums.payout]);
  return {
    aov: averageOf(sums.revenue, sums.conversions, places),
    profit,
    roas: shareOf(sums.revenue, sums.cost),
    roi: shareOf(minus(places, sums.revenue, [sums.cost]), sums.cost),
    margin: shareOf(profit, sums.revenue),
    cpa: averageOf(sums.cost, sums.conversions, places),
    epc: averageOf(sums.revenue, sums.clicks, places),
    cpm: averageOf(1000 * sums.cost_with_impressions, sums.impressions, places),
    ctr: shareOf(sums.ad_clicks_with_impressions, sums.impressions),
    cpc: averageOf(sums.cost_with_ad_clicks, sums.ad_clicks, places),
    server_aov: averageOf(sums.server_revenue, sums.server_purchases, places),
    browser_aov: averageOf(sums.browser_revenue, sums.browser_purchases, places),
  };
}

/** The figures of a row beside its sums, of the chosen side and way of counting. */
export const rowFigures = [
  'aov',
  'users',
  'per_user',
  'profit',
  'roas',
  'cpa',
  'epc',
  'roi',
  'margin',
  'conversion_rate',
] as const;

/** The figures of a row that follow from its cost. */
export const figuresOfCost = ['profit', 'roas', 'roi', 'margin', 'cpa'] as const;

/** The figures of a row that are the same for both sides and ways of counting, and do not add up. */
export const adFigures = ['cpm', 'ctr', 'cpc'] as const;
