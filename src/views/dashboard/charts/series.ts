import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Series } from '../../kit/charts/series.ts';
import { bucket, count, money, offset } from '../../kit/format.ts';

/** The series of the graph, each in its own pane: two scales in one pane would suggest false crossings. */
export const series: readonly Series[] = [
  {
    name: 'revenue',
    title: 'Revenue',
    weight: 5,
    mark: 'area',
    write: money,
    of: ({ revenue }) => revenue,
    before: ({ previous }) => previous?.revenue ?? null,
  },
  {
    name: 'conversions',
    title: 'Conversions',
    weight: 2.4,
    mark: 'line',
    write: count,
    of: ({ conversion }) => conversion,
    before: ({ previous }) => previous?.conversion ?? null,
  },
  {
    name: 'clicks',
    title: 'Clicks',
    weight: 2.4,
    mark: 'bar',
    write: count,
    of: ({ clicks }) => clicks,
    before: ({ previous }) => previous?.clicks ?? null,
  },
  {
    name: 'cost',
    title: 'Cost',
    weight: 2.4,
    mark: 'bar',
    write: money,
    of: ({ cost }) => cost,
    before: ({ previous }) => previous?.cost ?? null,
  },
];

/** The text of a bucket without a value: its time is not over, or its figure was never recorded. */
export const missingIn = ({ revenue }: GraphPoint): string =>
  revenue === null ? 'not yet' : 'unknown';

/** The point to compare totals with: of a bucket in which the comparison ends, only the compared part. */
export const comparablePoint = ({ previous_so_far: part, ...point }: GraphPoint): GraphPoint =>
  part ? { ...point, previous: part } : point;

/** An hour that exists only on the compared day, because of a clock change. */
type GraphRow = GraphPoint & { isLone?: boolean };

const nothing = { conversion: null, clicks: null, revenue: null, cost: null, partial: false };

/** The points in order of time, including hours that exist only on the compared day. */
export const rowsOf = (points: readonly GraphPoint[]): GraphRow[] =>
  points.flatMap(({ lone_previous: lone = [], ...point }) => [
    ...lone.map(({ date, start, previous_so_far, ...previous }) => ({
      date,
      start,
      previous,
      isLone: true,
      ...(previous_so_far && { previous_so_far }),
      ...nothing,
    })),
    point,
  ]);

/** The labels of the buckets; an hour that a clock change repeats has its offset. */
export function namesIn(
  buckets: readonly { date: number | string; start: string }[],
  zone: string,
): (one: { date: number | string; start: string }) => string {
  const starts = new Map<number | string, Set<string>>();
  for (const { date, start } of buckets) {
    starts.set(date, (starts.get(date) ?? new Set()).add(start));
  }
  return ({ date, start }) =>
    (starts.get(date)?.size ?? 0) > 1
      ? `${bucket(date)} ${offset(zone, new Date(start))}`
      : bucket(date);
}

/** The sum of the points that have figures; null if none has. */
export function sumOf(points: readonly GraphPoint[], of: Series['of']): number | null {
  const values = points.map(of).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}
