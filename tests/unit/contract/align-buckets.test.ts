import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { alignBuckets } from '#contract/analytics/align-buckets.ts';
import { alignDays } from '#contract/analytics/align-days.ts';
import { comparedWith } from '#contract/analytics/comparison.ts';
import { addDays, bucketsOf } from '#contract/period.ts';

const zone = 'America/New_York';
const hoursOf = (day: string, where = zone) => bucketsOf({ start: day, end: day }, where, 'hour');
const align = (day: string, other: string, where = zone) =>
  alignBuckets(hoursOf(day, where), hoursOf(other, where), where, 'hour');
/** Returns this many lists, which are empty except for some buckets. */
const none = (count: number, some: Record<number, number[]> = {}) =>
  Array.from({ length: count }, (_, index) => some[index] ?? []);
const upTo = (end: number, start = 0) =>
  Array.from({ length: end - start }, (_, index) => start + index);

describe('hours of two days', () => {
  it('align in their order on ordinary days', () => {
    expect(align('2026-11-20', '2026-11-19')).toEqual({ twins: upTo(24), lone: none(24) });
  });

  it('have no twin where they are repeated by a clock change', () => {
    expect(align('2026-11-01', '2026-10-31')).toEqual({
      twins: [0, 1, null, ...upTo(24, 2)],
      lone: none(25),
    });
  });

  it('are left over where the other day skips them or has them once', () => {
    expect(align('2026-03-08', '2026-03-07')).toEqual({
      twins: [0, 1, ...upTo(24, 3)],
      lone: none(23, { 2: [2] }),
    });
    expect(align('2026-11-02', '2026-11-01')).toEqual({
      twins: [0, 1, ...upTo(25, 3)],
      lone: none(24, { 2: [2] }),
    });
    expect(align('2026-03-09', '2026-03-08').twins).toEqual([0, 1, null, ...upTo(23, 2)]);
  });

  it('align twice where both days have them twice', () => {
    expect(align('2026-11-01', '2025-11-02')).toEqual({ twins: upTo(25), lone: none(25) });
  });

  it('are left over at an end of the day, too', () => {
    const saoPaulo = align('2018-11-04', '2018-11-03', 'America/Sao_Paulo');
    expect(saoPaulo).toEqual({ twins: upTo(24, 1), lone: none(23, { 0: [0] }) });
    const azores = align('2026-03-28', '2026-03-29', 'Atlantic/Azores');
    expect(azores).toEqual({ twins: [null, ...upTo(23)], lone: none(24) });
  });

  it('are those of the first day where the other period is longer', () => {
    const others = bucketsOf({ start: '2026-11-17', end: '2026-11-18' }, zone, 'hour');
    expect(alignBuckets(hoursOf('2026-11-20'), others, zone, 'hour')).toEqual({
      twins: upTo(24),
      lone: none(24),
    });
  });
});

it('days align in their order, as far as the shorter period goes', () => {
  const days = (start: string, end: string) => bucketsOf({ start, end }, zone, 'day');
  const found = alignBuckets(
    days('2026-11-01', '2026-11-03'),
    days('2026-10-30', '2026-10-31'),
    zone,
    'day',
  );
  expect(found).toEqual({ twins: [0, 1, null], lone: none(3) });
});

describe('days of two years', () => {
  const days = (start: string, end: string) => bucketsOf({ start, end }, 'UTC', 'day');
  const besides = (start: string, end: string) => {
    const period = { start, end };
    const { period: other } = comparedWith('last_year', period, 'UTC', new Date(0));
    const [mine, theirs] = [days(start, end), days(other.start, other.end)];
    const { twins } = alignBuckets(mine, theirs, 'UTC', 'day');
    const dayOf = (at: Date | undefined) => at?.toISOString().slice(0, 10) ?? null;
    return {
      other,
      beside: mine.map((at, index) => [dayOf(at), dayOf(theirs[twins[index] ?? -1])]),
    };
  };

  it('stand beside each other by their date', () => {
    expect(besides('2025-02-27', '2025-03-03').beside).toEqual([
      ['2025-02-27', '2024-02-27'],
      ['2025-02-28', '2024-02-28'],
      ['2025-03-01', '2024-03-01'],
      ['2025-03-02', '2024-03-02'],
      ['2025-03-03', '2024-03-03'],
    ]);
    expect(besides('2024-02-28', '2024-03-01').beside).toEqual([
      ['2024-02-28', '2023-02-28'],
      ['2024-02-29', null],
      ['2024-03-01', '2023-03-01'],
    ]);
  });

  it.each([
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
    ['2024-12-15', '2025-02-28', '2023-12-15', '2024-02-29'],
    ['2025-02-20', '2025-02-28', '2024-02-20', '2024-02-28'],
    ['2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['2026-02-01', '2026-02-28', '2025-02-01', '2025-02-28'],
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
    ['2024-02-29', '2024-03-03', '2023-03-01', '2023-03-03'],
  ])('%s to %s is compared with %s to %s', (start, end, from, to) => {
    expect(besides(start, end).other).toEqual({ start: from, end: to });
  });

  it('stand beside their date where only the ends of the periods have the same', () => {
    const beside = alignDays(
      { start: '2026-01-01', end: '2026-01-31' },
      { start: '2024-12-01', end: '2025-01-31' },
    );
    expect([beside('2026-01-01'), beside('2026-01-31')]).toEqual(['2025-01-01', '2025-01-31']);
  });

  it('read no date that a calendar does not have, which some browsers refuse', () => {
    const read: string[] = [];
    const parse = vi.spyOn(Date, 'parse').mockImplementation((text) => {
      read.push(text);
      return new Date(text).getTime();
    });
    besides('2024-02-01', '2024-03-02');
    comparedWith(
      'same_elapsed',
      { start: '2024-01-01', end: '2024-12-31' },
      'UTC',
      new Date('2024-02-29'),
    );
    parse.mockRestore();
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((text) => text.startsWith('2023-02-29'))).toEqual([]);
  });

  it('never stand beside another date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12_000 }),
        fc.integer({ min: 1, max: 400 }),
        (at, many) => {
          const start = addDays('1990-01-01', at);
          const { beside } = besides(start, addDays(start, many));
          for (const [day, other] of beside) {
            expect(other?.slice(4) ?? '-02-29').toBe(
              other === null ? day?.slice(4) : day?.slice(4),
            );
            if (other) expect(Number(day?.slice(0, 4)) - Number(other.slice(0, 4))).toBe(1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
