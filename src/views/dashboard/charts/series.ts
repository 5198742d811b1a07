import type { GraphPoint } from '#contract/analytics/report.ts';
import { bucket, count, money, offset } from '../../kit/format.ts';

export type SeriesName = 'revenue' | 'conversions' | 'clicks';

export type Series = {
  name: SeriesName;
  title: string;
  /** Which share of the drawing it gets beside the others. */
  weight: number;
  mark: 'area' | 'line' | 'bar';
  write: (value: number | null) => string;
  of: (point: GraphPoint) => number | null;
  before: (point: GraphPoint) => number | null;
};

/** The three series of the graph, each with its own pane: two scales in one pane invent crossings. */
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
];

/** What a total compares with: of buckets that the comparison ends in or before, only what it counts of them. */
export const counted = ({ previous_so_far: part, ...point }: GraphPoint): GraphPoint =>
  part ? { ...point, previous: part } : point;

/** An hour that only the compared day has: nothing of its own stands beside it. */
type GraphRow = GraphPoint & { isLone?: boolean };

const nothing = { conversion: null, clicks: null, revenue: null, partial: false };

/** The points in the order of time, those among them that only the compared day has. */
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

/** What buckets go by: an hour that clocks show twice has their offset beside it. */
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

/** The sum of what has arrived; null when nothing has. */
export function sumOf(points: readonly GraphPoint[], of: Series['of']): number | null {
  const values = points.map(of).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}
