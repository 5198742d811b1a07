import type { TableExtra } from '#contract/analytics/report-query.ts';

/** Every column of the breakdown table, in the order of its menu. */
export const columnNames = [
  'clicks',
  'unique_clicks',
  'conversions',
  'conversion_rate',
  'revenue',
  'net_revenue',
  'share',
  'aov',
  'users',
  'per_user',
  'cost',
  'payout',
  'profit',
  'roas',
  'cpa',
  'epc',
  'roi',
  'margin',
  'impressions',
  'ad_clicks',
  'cpm',
  'ctr',
  'cpc',
  'clicks_change',
  'conversions_change',
  'revenue_change',
  'cost_change',
  'profit_change',
  'roas_change',
  'server_revenue',
  'server_purchases',
  'server_aov',
  'server_users',
  'server_per_user',
  'browser_revenue',
  'browser_purchases',
  'browser_aov',
  'browser_users',
  'browser_per',
  'settled',
  'projected_roas',
  'conversion_rate_range',
  'cpa_range',
  'roas_range',
  'wins',
  'credit_range',
  'click_conversions',
  'click_revenue',
] as const;
export type ColumnName = (typeof columnNames)[number];

/** The default columns: traffic, results, money, efficiency. */
export const defaultColumns: ColumnName[] = [
  'clicks',
  'conversions',
  'conversion_rate',
  'revenue',
  'revenue_change',
  'cost',
  'profit',
  'roas',
  'cpa',
  'epc',
];

export const isDefaultColumns = (columns: readonly ColumnName[]): boolean =>
  columns.length === defaultColumns.length &&
  columns.every((name, index) => name === defaultColumns[index]);

const extrasByColumn: Partial<Record<ColumnName, TableExtra>> = {
  settled: 'evidence',
  projected_roas: 'evidence',
  conversion_rate_range: 'evidence',
  cpa_range: 'evidence',
  roas_range: 'evidence',
  wins: 'robustness',
  credit_range: 'robustness',
  click_conversions: 'clocks',
  click_revenue: 'clocks',
};

/** The extra figures that the server must compute for the visible columns and the sort order. */
export const extrasOf = (
  columns: readonly ColumnName[],
  forOrder: TableExtra | null,
): TableExtra[] =>
  [
    ...new Set([
      ...columns.flatMap((name) => extrasByColumn[name] ?? []),
      ...(forOrder ? [forOrder] : []),
    ]),
  ].sort();

const isColumn = (name: string): name is ColumnName => columnNames.some((known) => known === name);

/** The stored columns that still exist, without duplicates; the default columns when none is left. */
export function columnsOf(names: readonly string[] | undefined): ColumnName[] {
  const known = [...new Set(names ?? [])].filter(isColumn);
  return known.length > 0 ? known : defaultColumns;
}
