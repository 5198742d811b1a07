import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import { amountIn } from '../compiler/figure-values.ts';
import { chosenMeasures, distinct, type Report } from './report.ts';

/** More than the hours of a week. */
const most = 1_000;

/** The figures of each hour of each weekday, on the clock of the report's zone; hours without events are left out. */
export async function weekdayHours(report: Report): Promise<WeekdayHour[]> {
  const { measure, amount, figure } = chosenMeasures(report);
  const rows = await report.runQuery({
    dimensions: ['weekday', 'hour_of_day'],
    measures: distinct([
      'clicks',
      measure('conversions'),
      measure('revenue'),
      measure('conversion_rate'),
      measure('aov'),
      measure('epc'),
    ]),
    filters: [{ member: 'record', operator: 'equals', values: ['click', 'conversion'] }],
    order: [
      ['weekday', 'asc'],
      ['hour_of_day', 'asc'],
    ],
    limit: most,
  });
  return rows.map((row) => ({
    weekday: Number(row.weekday),
    hour_of_day: Number(row.hour_of_day),
    clicks: amountIn(report, row, 'clicks'),
    conversions: amount(row, 'conversions'),
    revenue: amount(row, 'revenue'),
    conversion_rate: figure(row, 'conversion_rate'),
    aov: figure(row, 'aov'),
    epc: figure(row, 'epc'),
  }));
}
