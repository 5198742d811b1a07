import type { z } from 'zod';
import type { hourlyRowSchema } from '#contract/analytics/report.ts';
import { summaryMeasures } from '#contract/analytics/totals.ts';
import type { ConversionSummaryQuery } from '#contract/conversions/query.ts';
import { zonedTime } from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';
import type { Report } from './report.ts';
import { startOf } from './series.ts';
import { summaryIn } from './summary-figures.ts';

const most = 100_000;

/** One row for each hour or day and affiliate with a conversion, in the order of time. */
export async function conversionSummary(
  report: Report,
  { granularity = report.resolved.granularity, min_revenue: least }: ConversionSummaryQuery,
): Promise<z.input<typeof hourlyRowSchema>[]> {
  const { runQuery, resolved } = report;
  const enough = { member: 'server_revenue', operator: 'gte' as const, values: [least] };
  const rows = await runQuery({
    measures: summaryMeasures,
    dimensions: ['affid'],
    granularity,
    filters: [
      { member: 'record', operator: 'equals', values: ['conversion'] },
      ...(Number(least) > 0 ? [enough] : []),
    ],
    limit: most + 1,
  });
  if (rows.length > most) {
    throw invalid('end_date', 'This is too many rows. Choose a shorter period.');
  }
  return rows.map((row) => ({
    hour: zonedTime(startOf(row, resolved.timezone, granularity), resolved.timezone),
    affid: row.affid ?? '',
    ...summaryIn(report, row),
  }));
}
