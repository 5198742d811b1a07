import type { Grouping, Parent } from '#contract/analytics/report-query.ts';
import { dayAt } from '#contract/period.ts';
import { momentOf } from '../compiler/opened-rows.ts';
import { type Filter, timeMember } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Reading } from '../runner/readings.ts';
import { asking, type Inquiry } from '../runner/report-inquiry.ts';
import { alignmentOf } from './period-alignment.ts';
import type { Report } from './report.ts';
import type { Bucket } from './series.ts';
import { granularityOf, groupsOf, timeKeyAt } from './table-groups.ts';

const most = 100_000;

/** The row of the compared period that stands beside a row: undefined where it has no figures, null where none can. */
export type Before = (key: string | null) => Row | undefined | null;

type Asked = { grouping: Grouping; parents: readonly Parent[]; measures: readonly string[] };

/**
 * What the rows of a table were in the compared period, as much of it as the totals compare with. Hours and days are
 * not the same ones there: each stands beside the one in its place, whether it is a row or was opened.
 */
export async function groupsBefore(
  report: Report,
  { grouping, parents, measures }: Asked,
  reading: Pick<Reading, 'credited'>,
): Promise<Before | null> {
  const { compared, period, timezone } = report.inquiry;
  if (!compared) return null;
  const beside = alignmentOf(period, compared.period, timezone);
  const opened = parents.flatMap((parent) => {
    const window = momentOf(parent, timezone);
    if (!window) return [];
    return [
      parent.grouping === 'hour'
        ? beside.hour(window.from)
        : beside.day(dayAt(window.from, timezone)),
    ];
  });
  const moments = opened.filter((bucket) => bucket !== null);
  if (moments.length < opened.length) return () => null;
  const found = await groupsOf(moments.length > 0 ? within(report, moments, reading) : report, {
    grouping,
    measures,
    window: compared.window,
    shown: { order: ['server_revenue', 'desc'], limit: most, filters: [] },
  });
  const rows = new Map(found.groups.map(({ key, row }) => [key, row]));
  const granularity = granularityOf(grouping);
  if (!granularity) return (key) => rows.get(key);
  return (key) => {
    const other = granularity === 'hour' ? beside.hour(new Date(key ?? '')) : beside.day(key ?? '');
    return other && rows.get(timeKeyAt(other.start, timezone, granularity));
  };
}

/** The same report about what was opened as it stands in the compared period. */
function within(
  report: Report,
  moments: readonly Bucket[],
  { credited }: Pick<Reading, 'credited'>,
): Report {
  const { ask, count } = credited(report.inquiry.attribution);
  const filters: Filter[] = [
    ...report.inquiry.filters.filter((filter) => !isMoment(filter)),
    ...moments.map(
      ({ start: from, end: to }): Filter => ({
        member: timeMember,
        operator: 'inDateRange',
        window: { from, to },
      }),
    ),
  ];
  const inquiry: Inquiry = { ...report.inquiry, filters };
  return { ...report, inquiry, ask: asking(ask, inquiry), count: asking(count, inquiry) };
}

const isMoment = (filter: Filter): boolean => 'member' in filter && filter.member === timeMember;
