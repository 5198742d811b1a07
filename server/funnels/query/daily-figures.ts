import type { Period } from '#contract/period.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { openSql } from './figures-sql.ts';
import type { FunnelQuestion } from './funnel-question.ts';
import { peopleSql, revenueOf } from './people-sql.ts';
import { reachedSql } from './reached-sql.ts';
import { twiceReported } from './twice-reported.ts';

/** What is known of the people whose attempt began in one bucket. */
export type DailyFigures = {
  /** The first day of the bucket. */
  day: string;
  /** People at each step, in the order of the definition's steps. */
  reached: readonly number[];
  /** Revenue of these people, as decimal text. */
  revenue: string;
  open: number;
  excluded: number;
};

export type Bucketing = {
  now: Date;
  timezone: string;
  interval: 'day' | 'week';
  /** The days in question: a first week may begin later than on Monday. */
  period: Period;
};

/** The people by the day or week on which their attempt began; buckets without people are missing. */
export async function dailyFigures(
  select: Select,
  question: FunnelQuestion,
  { now, timezone, interval, period }: Bucketing,
): Promise<DailyFigures[]> {
  const { definition } = question;
  const twice = await twiceReported(select, question);
  const parameters = new Parameters();
  const zone = parameters.add('String', timezone);
  const local = `toDate(toTimeZone(fromUnixTimestamp64Milli(entered), ${zone}))`;
  const first = parameters.add('Date', period.start);
  const day = interval === 'day' ? local : `greatest(toMonday(${local}), ${first})`;
  const columns = [
    ...reachedSql(definition).map((one) => `countIf(${one})`),
    revenueOf('sum(amount)'),
    `countIf(${openSql(definition, parameters.add('Int64', now.getTime()))})`,
    'countIf(level = 0)',
  ];
  const sql = `SELECT toString(date), ${columns.map((one) => `toString(${one})`).join(', ')}
FROM (${peopleSql({ question, twice, parameters })})
GROUP BY ${day} AS date
ORDER BY date`;
  const rows = await select({ sql, parameters: parameters.values });
  const steps = definition.steps.length;
  return rows.map(([name, ...cells]) => {
    const [revenue, open, excluded] = cells.slice(steps);
    return {
      day: name ?? '',
      reached: cells.slice(0, steps).map(Number),
      revenue: revenue ?? '0',
      open: Number(open ?? 0),
      excluded: Number(excluded ?? 0),
    };
  });
}
