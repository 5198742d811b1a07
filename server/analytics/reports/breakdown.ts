import { addsUp } from '#contract/analytics/attribution.ts';
import { shareOf } from '#contract/analytics/ratios.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { amountIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import { sumOf } from './exact-sums.ts';
import { chosenMeasures, distinct, type Report } from './report.ts';
import { runEachWindow } from './run-windows.ts';

export type PlaceFigures = {
  clicks: number;
  unique_clicks: number;
  conversions: number;
  revenue: number;
  aov: number | null;
  users: number;
  conversion_rate: number | null;
  share: number | null;
  previous: { conversions: number; revenue: number } | null;
};

const most = 20_000;
const counted = {
  member: 'record',
  operator: 'equals',
  values: ['click', 'conversion'],
} as const;

/**
 * Figures by place, the highest revenue first; then places with revenue only in the compared period, so that both
 * periods add up.
 */
export async function breakdown(
  report: Report,
  dimensions: readonly string[],
): Promise<(PlaceFigures & { keys: string[] })[]> {
  const { resolved } = report;
  const { measure, amount, figure } = chosenMeasures(report);
  const revenue = measure('revenue');
  const { compared, window } = resolved;
  const part = {
    dimensions,
    filters: [counted],
    limit: most,
    measures: distinct([
      'clicks',
      'unique_clicks',
      revenue,
      measure('conversions'),
      measure('aov'),
      measure('users'),
      measure('conversion_rate'),
    ]),
    order: [
      [revenue, 'desc'],
      ['clicks', 'desc'],
    ] as const,
  };
  const windows = compared ? [window, compared.window] : [window];
  const [rows = [], before = []] = await runEachWindow(report, part, windows);
  const keysOf = (row: Row) => dimensions.map((name) => row[name] ?? '');
  const placeOf = (row: Row) => keysOf(row).join('\n');
  const previous = new Map(before.map((row) => [placeOf(row), row]));
  const present = new Set(rows.map(placeOf));
  const places = [
    ...rows.map((row) => ({ keys: keysOf(row), row, other: previous.get(placeOf(row)) })),
    ...before
      .filter((other) => !present.has(placeOf(other)) && hasEarned(report, other))
      .map((other) => ({ keys: keysOf(other), row: undefined, other })),
  ];
  const total = await revenueOver(report, rows);
  return places.map(({ keys, row, other }) => ({
    keys,
    clicks: amountIn(report, row, 'clicks'),
    unique_clicks: amountIn(report, row, 'unique_clicks'),
    conversions: amount(row, 'conversions'),
    revenue: amount(row, 'revenue'),
    aov: figure(row, 'aov'),
    users: amount(row, 'users'),
    conversion_rate: figure(row, 'conversion_rate'),
    share: shareOf(amount(row, 'revenue'), total),
    previous: resolved.compared && {
      conversions: amount(other, 'conversions'),
      revenue: amount(other, 'revenue'),
    },
  }));
}

function hasEarned(report: Report, row: Row): boolean {
  const { amount } = chosenMeasures(report);
  return amount(row, 'conversions') !== 0 || amount(row, 'revenue') !== 0;
}

/**
 * The revenue of all places: the sum of the rows where all were read and none counts twice, else a query of its own.
 */
async function revenueOver(report: Report, rows: readonly Row[]): Promise<number> {
  const { measure, amount } = chosenMeasures(report);
  const revenue = measure('revenue');
  if (rows.length < most && addsUp(report.resolved.attribution.model)) {
    return roundDecimal(sumOf(rows.map((row) => row[revenue])), report.resolved.moneyPlaces);
  }
  const [whole] = await report.runQuery({ measures: [revenue] });
  return amount(whole, 'revenue');
}
