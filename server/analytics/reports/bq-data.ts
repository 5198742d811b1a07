import type { z } from 'zod';
import { zonedTime } from '#contract/period.ts';
import type { hourlyRowSchema } from '#contract/report.ts';
import { invalid } from '../../plugins/refusal.ts';
import type { Row } from '../ask.ts';
import type { Report } from './report.ts';
import { startOf } from './series.ts';
import { totalMeasures, totalsIn } from './totals.ts';

const most = 100_000;

/** The hourly pixel summary: one row for each hour and affiliate with a conversion. */
export async function bqData({
  ask,
  inquiry,
  model,
}: Report): Promise<z.input<typeof hourlyRowSchema>[]> {
  const { timezone } = inquiry;
  const rows = await ask({
    measures: totalMeasures,
    dimensions: ['affid'],
    granularity: 'hour',
    filters: [{ member: 'record', operator: 'equals', values: ['conversion'] }],
    limit: most + 1,
  });
  if (rows.length > most)
    throw invalid('end_date', 'These are too many hours. Choose a shorter period.');
  const written = new Map<string, string>();
  const hourOf = (row: Row): string => {
    const bucket = row['hour.hour'] ?? '';
    const hour = written.get(bucket) ?? zonedTime(startOf(row, timezone, 'hour'), timezone);
    written.set(bucket, hour);
    return hour;
  };
  return rows.map((row) => ({
    hour: hourOf(row),
    affid: row.affid ?? '',
    ...totalsIn(model, row),
  }));
}
