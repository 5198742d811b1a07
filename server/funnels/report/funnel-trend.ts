import { shareOf } from '#contract/analytics/ratios.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { FunnelTrend } from '#contract/funnels/report.ts';
import { bucketsOf, dayAt } from '#contract/period.ts';
import { Parameters } from '../../analytics/compiler/parameters.ts';
import { openSql } from '../query/figures-sql.ts';
import { peopleSql } from '../query/people-sql.ts';
import { reachedSql } from '../query/reached-sql.ts';
import { twiceReported } from '../query/twice-reported.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

type Bucket = FunnelTrend['buckets'][number];

/** The people of the report by the day or week on which their attempt began. */
export async function funnelTrend(
  { analytics, question, definition, period, timezone, asOf, places }: RequestedFunnel,
  interval: FunnelTrend['interval'],
): Promise<FunnelTrend> {
  const twice = await twiceReported(analytics.select, question);
  const parameters = new Parameters();
  const zone = parameters.add('String', timezone);
  const local = `toDate(toTimeZone(fromUnixTimestamp64Milli(entered), ${zone}))`;
  const first = parameters.add('Date', period.start);
  const day = interval === 'day' ? local : `greatest(toMonday(${local}), ${first})`;
  const reached = reachedSql(definition);
  const columns = [
    ...reached.map((one) => `countIf(${one})`),
    `countIf(${openSql(definition, parameters.add('Int64', asOf.getTime()))})`,
    'sum(revenue)',
  ];
  const sql = `SELECT toString(${day}) AS day, ${columns.map((one) => `toString(${one})`).join(', ')}
FROM (${peopleSql({ question, twice, parameters })})
WHERE level > 0
GROUP BY day`;
  const rows = await analytics.select({ sql, parameters: parameters.values });
  const byDay = new Map(rows.map(([key, ...cells]) => [key, cells]));
  const last = definition.steps.findLastIndex(({ optional }) => !optional);
  const buckets = bucketsOf(period, timezone, interval).map((start): Bucket => {
    const name = dayAt(start, timezone);
    const cells = byDay.get(name) ?? [];
    const counts = reached.map((_, index) => Number(cells[index] ?? 0));
    const [open, revenue] = cells.slice(reached.length);
    const [entered = 0, converted = 0] = [counts[0], counts[last]];
    return {
      day: name,
      entered,
      reached: counts,
      converted,
      rate: shareOf(converted, entered),
      open: Number(open ?? 0),
      revenue: roundDecimal(revenue ?? '0', places),
    };
  });
  return { interval, buckets };
}
