import type { ColumnName } from '../dashboard/table-columns.ts';

/**
 * The columns of the screen that a file splits: a change is exported as its compared figure, a range as its two ends.
 */
const parts: Partial<Record<ColumnName, readonly string[]>> = {
  clicks_change: ['previous_clicks'],
  conversions_change: ['previous_conversions'],
  revenue_change: ['previous_revenue'],
  cost_change: ['previous_cost'],
  profit_change: ['previous_profit'],
  roas_change: ['previous_roas'],
  conversion_rate_range: ['conversion_rate_low', 'conversion_rate_high'],
  cpa_range: ['cpa_low', 'cpa_high'],
  roas_range: ['roas_low', 'roas_high'],
  credit_range: ['credit_low', 'credit_high'],
  click_conversions: ['click_clock_conversions'],
  click_revenue: ['click_clock_server_revenue'],
};

/** The export columns that contain the visible columns. */
export const exportedColumns = (columns: readonly ColumnName[]): string[] =>
  columns.flatMap((column) => parts[column] ?? [column]);
