import { describe, expect, it } from 'vitest';
import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { bucketsOf, granularityOf, type Period } from '#contract/period.ts';
import {
  flagsOf,
  latestIn,
  marksOn,
  momentIn,
  spokenNotes,
} from '#views/dashboard/annotations/marks.ts';

const zone = 'America/New_York';

const pointsOf = (period: Period): GraphPoint[] =>
  bucketsOf(period, zone, granularityOf(period)).map((start) => ({
    date: 0,
    start: start.toISOString(),
    conversion: 1,
    clicks: 1,
    revenue: 1,
    cost: null,
    partial: false,
    previous: null,
  }));
const note = (at: string, text = at): Annotation => ({
  id: 1,
  project: 7,
  type: 'note',
  author: null,
  can_change: true,
  at,
  text,
});
const placed = (points: GraphPoint[], ...moments: string[]): number[] => {
  const marks = marksOn(
    points,
    moments.map((at) => note(at)),
  );
  return points.flatMap(({ start }, index) => (marks.get(start) ?? []).map(() => index));
};

describe('a mark', () => {
  it('is in the hour of its time, also in a repeated hour', () => {
    const points = pointsOf({ start: '2026-11-01', end: '2026-11-01' });
    expect(points).toHaveLength(25);
    expect(
      placed(
        points,
        '2026-11-01T04:00:00Z',
        '2026-11-01T05:30:00Z',
        '2026-11-01T06:30:00Z',
        '2026-11-02T04:59:59.999Z',
      ),
    ).toEqual([0, 1, 2, 24]);
  });

  it('is in its local day, on days of 23 hours too', () => {
    const points = pointsOf({ start: '2026-03-07', end: '2026-03-09' });
    expect(
      placed(
        points,
        '2026-03-08T04:59:59.999Z',
        '2026-03-08T05:00:00Z',
        '2026-03-09T03:59:59.999Z',
        '2026-03-09T04:00:00Z',
      ),
    ).toEqual([0, 1, 1, 2]);
  });

  it('before the first bucket is not shown', () => {
    const points = pointsOf({ start: '2026-11-20', end: '2026-11-20' });
    expect(placed(points, '2026-11-20T04:59:59.999Z')).toEqual([]);
  });

  it('is labelled with its time in the zone of the screen', () => {
    expect(
      spokenNotes(
        [note('2026-11-20T19:05:00Z', 'Sale'), note('2026-11-21T04:00:00Z', 'End')],
        zone,
      ),
    ).toBe('Nov 20, 14:05: Sale; Nov 20, 23:00: End');
  });
});

describe('flags', () => {
  it('are shared by buckets that are close to each other', () => {
    const points = pointsOf({ start: '2026-11-01', end: '2026-11-10' });
    const at = (day: number) => note(`2026-11-${String(day).padStart(2, '0')}T15:00:00Z`);
    const marks = marksOn(points, [at(1), at(2), at(2), at(9)]);
    const flags = (width: number) =>
      flagsOf(points, marks, width).map(({ key, annotations }) => [key, annotations.length]);
    const [first, second, ninth] = [0, 1, 8].map((index) => points[index]?.start);
    expect(flags(1_000)).toEqual([
      [first, 1],
      [second, 2],
      [ninth, 1],
    ]);
    expect(flags(200)).toEqual([
      [first, 3],
      [ninth, 1],
    ]);
  });
});

describe('the time of a new note', () => {
  const points = pointsOf({ start: '2026-11-20', end: '2026-11-20' }).map((point, index) => ({
    ...point,
    partial: index === 15,
  }));
  const now = '2026-11-20T20:14:05Z';

  it('is now in the running bucket and the start of every other one', () => {
    expect(latestIn(points)).toBe(15);
    expect(momentIn(points, 15, now)).toBe(now);
    expect(momentIn(points, 3, now)).toBe('2026-11-20T08:00:00.000Z');
    expect(momentIn(points, 15, '2026-11-20T21:00:00Z')).toBe('2026-11-20T20:00:00.000Z');
    expect(latestIn(points.slice(0, 10))).toBe(9);
  });
});
