import type { z } from 'zod';
import type { clicksSchema } from '#contract/analytics/report.ts';
import { amountIn } from '../compiler/figure-values.ts';
import type { Report } from './report.ts';
import { buckets, labelOf, placed } from './series.ts';

/** How many clicks and how many people, in all and over time. */
export async function clicks(report: Report): Promise<z.input<typeof clicksSchema>> {
  const { runQuery, resolved, excludedCounter } = report;
  const { granularity, timezone, now, period } = resolved;
  const [[total], rows] = await Promise.all([
    runQuery({ measures: ['clicks', 'unique_clicks', 'bot_clicks', ...excludedCounter.measures] }),
    runQuery({
      measures: ['clicks', 'unique_clicks'],
      granularity,
      filters: [{ member: 'record', operator: 'equals', values: ['click'] }],
    }),
  ]);
  excludedCounter.keep(total);
  const all = buckets(period, timezone, granularity);
  const series = placed(all, rows, timezone, granularity);
  return {
    total: amountIn(report, total, 'clicks'),
    unique: amountIn(report, total, 'unique_clicks'),
    bots: amountIn(report, total, 'bot_clicks'),
    series: all.map((bucket, index) => ({
      date: labelOf(bucket, timezone, granularity),
      start: bucket.start.toISOString(),
      clicks: bucket.start > now ? null : amountIn(report, series[index], 'clicks'),
      unique_clicks: bucket.start > now ? null : amountIn(report, series[index], 'unique_clicks'),
    })),
  };
}
