import type { MonthRow } from '#contract/analytics/report.ts';
import { bucketsOf, dayAt, thirteenMonthsTo, windowOf } from '#contract/period.ts';
import type { Question } from '#model/query.ts';
import { equals, measureOf, member } from './cube-members.ts';
import { figuresOf } from './figures.ts';
import type { RunQuery } from './query-runner.ts';
import { days } from './span.ts';

/** The revenue of the period's last month and of the twelve months before it, newest first. */
export async function queryMonths(
  runQuery: RunQuery,
  question: Question,
  now: number,
): Promise<MonthRow[]> {
  const { timezone } = question;
  const { amountIn } = figuresOf(question);
  const period = thirteenMonthsTo(question.period.end);
  const revenue = measureOf('revenue', question);
  const [rows = []] = await runQuery({
    measures: ['server_revenue', 'browser_revenue', 'server_purchases', revenue],
    filters: [equals('record', ['conversion'])],
    span: days([period], timezone, 'month'),
    order: { [member('hour')]: 'desc' },
    limit: 13,
  });
  const byMonth = new Map(rows.map((row) => [row[member('hour.month')]?.slice(0, 7), row]));
  const starts = bucketsOf(period, timezone, 'month');
  const end = windowOf(period, timezone).to;
  return starts
    .map((start, index) => {
      const first = dayAt(start, timezone);
      const row = byMonth.get(first.slice(0, 7));
      const next = starts[index + 1] ?? end;
      return {
        hour: `${first}T00:00:00.000`,
        month: first.slice(0, 7),
        server_revenue: amountIn(row, 'server_revenue'),
        browser_revenue: amountIn(row, 'browser_revenue'),
        revenue: amountIn(row, revenue),
        server_purchases: amountIn(row, 'server_purchases'),
        partial: start.getTime() <= now && now < next.getTime(),
      };
    })
    .reverse();
}
