import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { OpenedRow } from '#contract/analytics/report-query.ts';
import { dayAt } from '#contract/period.ts';
import { openedPeriod } from '../compiler/opened-rows.ts';
import { type Filter, timeMember } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { partRunner, type ResolvedQuery } from '../runner/resolved-query.ts';
import { alignmentOf } from './period-alignment.ts';
import type { Report } from './report.ts';
import type { Bucket } from './series.ts';
import { granularityOf, groupsOf, timeKeyAt } from './table-groups.ts';

const most = 100_000;

/** The counterpart of a row in the compared period: undefined where it has no figures, null where none can exist. */
export type ComparisonRowOf = (key: string | null) => Row | undefined | null;

type ComparedTable = {
  grouping: Grouping;
  parents: readonly OpenedRow[];
  measures: readonly string[];
};

/**
 * The rows of a table in the compared period, as much of it as the totals compare. Hours and days are matched by
 * position, whether they are rows or an opened cell.
 */
export async function comparisonGroups(
  report: Report,
  { grouping, parents, measures }: ComparedTable,
  analytics: Pick<AnalyticsReader, 'credited'>,
): Promise<ComparisonRowOf | null> {
  const { compared, period, timezone } = report.resolved;
  if (!compared) return null;
  const alignment = alignmentOf(period, compared.period, timezone);
  const opened = parents.flatMap((parent) => {
    const window = openedPeriod(parent, timezone);
    if (!window) return [];
    return [
      parent.grouping === 'hour'
        ? alignment.hour(window.from)
        : alignment.day(dayAt(window.from, timezone)),
    ];
  });
  const moments = opened.filter((bucket) => bucket !== null);
  if (moments.length < opened.length) return () => null;
  const found = await groupsOf(moments.length > 0 ? within(report, moments, analytics) : report, {
    grouping,
    measures,
    window: compared.window,
    shown: { order: ['server_revenue', 'desc'], limit: most, filters: [] },
  });
  const rows = new Map(found.groups.map(({ key, row }) => [key, row]));
  const granularity = granularityOf(grouping);
  if (!granularity) return (key) => rows.get(key);
  return (key) => {
    if (key === null) return rows.get(key);
    const other =
      granularity === 'hour' ? alignment.hour(new Date(key ?? '')) : alignment.day(key ?? '');
    return other && rows.get(timeKeyAt(other.start, timezone, granularity));
  };
}

/** The same report for the opened rows' counterparts in the compared period. */
function within(
  report: Report,
  moments: readonly Bucket[],
  { credited }: Pick<AnalyticsReader, 'credited'>,
): Report {
  const { runQuery, count, sumGroups } = credited(report.resolved.attribution);
  const filters: Filter[] = [
    ...report.resolved.filters.filter((filter) => !isMoment(filter)),
    ...moments.map(
      ({ start: from, end: to }): Filter => ({
        member: timeMember,
        operator: 'inDateRange',
        window: { from, to },
      }),
    ),
  ];
  const resolved: ResolvedQuery = { ...report.resolved, filters };
  return {
    ...report,
    resolved,
    runQuery: partRunner(runQuery, resolved),
    count: partRunner(count, resolved),
    sumGroups: partRunner(sumGroups, resolved),
  };
}

const isMoment = (filter: Filter): boolean => 'member' in filter && filter.member === timeMember;
