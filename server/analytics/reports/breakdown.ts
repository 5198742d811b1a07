import { addsUp } from '#contract/attribution.ts';
import { shareOf } from '#contract/change.ts';
import type { Row } from '../ask.ts';
import { amountIn } from '../figures.ts';
import { chosen, distinct, type Report } from './report.ts';
import { cents, sumOf } from './sums.ts';
import { askEach } from './windows.ts';

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

/** Figures by place, the one that earns most first. */
export async function breakdown(
  report: Report,
  dimensions: readonly string[],
): Promise<(PlaceFigures & { keys: string[] })[]> {
  const { inquiry, model } = report;
  const { measure, amount, figure } = chosen(report);
  const revenue = measure('revenue');
  const { compared, window } = inquiry;
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
  const [rows = [], before = []] = await askEach(report, part, windows);
  const keysOf = (row: Row) => dimensions.map((name) => row[name] ?? '');
  const previous = new Map(before.map((row) => [keysOf(row).join('\n'), row]));
  const total = await revenueOver(report, rows);
  return rows.map((row) => {
    const keys = keysOf(row);
    const other = previous.get(keys.join('\n'));
    return {
      keys,
      clicks: amountIn(model, row, 'clicks'),
      unique_clicks: amountIn(model, row, 'unique_clicks'),
      conversions: amount(row, 'conversions'),
      revenue: amount(row, 'revenue'),
      aov: figure(row, 'aov'),
      users: amount(row, 'users'),
      conversion_rate: figure(row, 'conversion_rate'),
      share: shareOf(amount(row, 'revenue'), total),
      previous: inquiry.compared && {
        conversions: amount(other, 'conversions'),
        revenue: amount(other, 'revenue'),
      },
    };
  });
}

/** The revenue of all places together: what theirs come to, where all of them were read and none counts twice. */
async function revenueOver(report: Report, rows: readonly Row[]): Promise<number> {
  const { measure, amount } = chosen(report);
  const revenue = measure('revenue');
  if (rows.length < most && addsUp(report.inquiry.attribution.model)) {
    return cents(sumOf(rows.map((row) => row[revenue])));
  }
  const [whole] = await report.ask({ measures: [revenue] });
  return amount(whole, 'revenue');
}
