import { shareOf } from '#contract/change.ts';
import type { Row } from '../ask.ts';
import { amountIn } from '../figures.ts';
import { chosen, distinct, type Report } from './report.ts';

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
  const { ask, inquiry, model } = report;
  const { measure, amount, figure } = chosen(report);
  const revenue = measure('revenue');
  const part = { dimensions, filters: [counted], limit: most };
  const [rows, before, [whole]] = await Promise.all([
    ask({
      ...part,
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
      ],
    }),
    inquiry.compared
      ? ask({
          ...part,
          measures: [measure('conversions'), revenue],
          window: inquiry.compared.window,
        })
      : [],
    ask({ measures: [revenue] }),
  ]);
  const keysOf = (row: Row) => dimensions.map((name) => row[name] ?? '');
  const previous = new Map(before.map((row) => [keysOf(row).join('\n'), row]));
  const total = amount(whole, 'revenue');
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
