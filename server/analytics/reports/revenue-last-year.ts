import type { z } from 'zod';
import type { monthRowSchema } from '#contract/analytics/report.ts';
import { dayAt, thirteenMonthsTo, windowOf } from '#contract/period.ts';
import { amountIn } from '../compiler/figure-values.ts';
import { chosenMeasures, type Report } from './report.ts';
import { buckets, isPartial, placed } from './series.ts';

/** The month of the chosen period's last day and the twelve before it, newest first; months without sales are 0. */
export async function revenueLastYear(report: Report): Promise<z.input<typeof monthRowSchema>[]> {
  const { runQuery, resolved } = report;
  const { timezone, now } = resolved;
  const revenue = chosenMeasures(report).measure('revenue');
  const period = thirteenMonthsTo(resolved.period.end);
  const rows = await runQuery({
    measures: [...new Set(['server_revenue', 'browser_revenue', 'server_purchases', revenue])],
    granularity: 'month',
    window: windowOf(period, timezone),
    filters: [{ member: 'record', operator: 'equals', values: ['conversion'] }],
  });
  const months = buckets(period, timezone, 'month');
  const found = placed(months, rows, timezone, 'month');
  return months
    .map((month, index) => {
      const day = dayAt(month.start, timezone);
      return {
        hour: `${day}T00:00:00.000`,
        month: day.slice(0, 7),
        server_revenue: amountIn(report, found[index], 'server_revenue'),
        browser_revenue: amountIn(report, found[index], 'browser_revenue'),
        revenue: amountIn(report, found[index], revenue),
        server_purchases: amountIn(report, found[index], 'server_purchases'),
        partial: isPartial(month, now),
      };
    })
    .reverse();
}
