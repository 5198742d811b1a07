import { describe, expect, it } from 'vitest';
import {
  addDays,
  american,
  bucketsOf,
  dayAt,
  daySchema,
  daysIn,
  instantAt,
  momentSchema,
  periodOf,
  startOfDay,
  wallTime,
  windowOf,
  zonedTime,
} from '#contract/period.ts';
import { zoneOf } from '#contract/time-zone.ts';

/** Days with a clock change, and their number of hours. */
const oddDays = [
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Atlantic/Azores', '2026-03-29', 23],
  ['Atlantic/Azores', '2026-10-25', 25],
  ['America/Sao_Paulo', '2018-11-04', 23],
  ['America/Havana', '2026-11-01', 25],
  ['Africa/Casablanca', '2026-02-15', 25],
  ['Africa/Casablanca', '2026-03-22', 23],
  ['Asia/Kathmandu', '2026-07-01', 24],
  ['Pacific/Chatham', '2026-04-05', 25],
  ['Australia/Lord_Howe', '2026-04-05', 25],
  ['Australia/Lord_Howe', '2026-10-04', 24],
  ['Pacific/Apia', '2011-12-31', 24],
] as const;

describe('local days', () => {
  it.each(oddDays)('%s on %s has %d hours', (zone, day, hours) => {
    const starts = bucketsOf({ start: day, end: day }, zone, 'hour');
    expect(starts).toHaveLength(hours);
    expect(new Set(starts.map(Number)).size).toBe(hours);
    expect(starts.map((start) => dayAt(start, zone))).toEqual(starts.map(() => day));
    const { from, to } = windowOf({ start: day, end: day }, zone);
    expect(starts[0]).toEqual(from);
    expect(dayAt(to, zone) > day).toBe(true);
    expect(dayAt(new Date(to.getTime() - 1), zone)).toBe(day);
    expect(dayAt(new Date(from.getTime() - 1), zone) < day).toBe(true);
  });

  it('gives a skipped day no bucket and no width', () => {
    const skipped = { start: '2011-12-30', end: '2011-12-30' };
    const { from, to } = windowOf(skipped, 'Pacific/Apia');
    expect(from).toEqual(to);
    expect(bucketsOf(skipped, 'Pacific/Apia', 'hour')).toEqual([]);
    const around = bucketsOf({ start: '2011-12-29', end: '2011-12-31' }, 'Pacific/Apia', 'day');
    expect(around.map((start) => dayAt(start, 'Pacific/Apia'))).toEqual([
      '2011-12-29',
      '2011-12-31',
    ]);
  });

  it('starts at the first of two midnights and after a skipped one', () => {
    expect(startOfDay('2026-11-01', 'America/Havana').toISOString()).toBe(
      '2026-11-01T04:00:00.000Z',
    );
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    );
  });

  it('counts the hours of several days from each midnight', () => {
    const period = { start: '2026-04-05', end: '2026-04-06' };
    const starts = bucketsOf(period, 'Australia/Lord_Howe', 'hour');
    expect(starts).toHaveLength(25 + 24);
    expect(starts[25]).toEqual(startOfDay('2026-04-06', 'Australia/Lord_Howe'));
  });

  it('cuts a period into weeks from Monday and months from the first', () => {
    const period = { start: '2026-10-28', end: '2026-11-10' };
    const days = (granularity: 'week' | 'month') =>
      bucketsOf(period, 'Europe/Berlin', granularity).map((start) => dayAt(start, 'Europe/Berlin'));
    expect(days('week')).toEqual(['2026-10-28', '2026-11-02', '2026-11-09']);
    expect(days('month')).toEqual(['2026-10-28', '2026-11-01']);
  });

  it('reads both formats of a day and refuses one outside the calendar', () => {
    expect(daySchema.parse('11/20/2026')).toBe('2026-11-20');
    expect(daySchema.parse('2028-02-29')).toBe('2028-02-29');
    for (const text of ['02/30/2026', '2026-02-29', '2026-13-01', '20.11.2026', '', '2026-1-1']) {
      expect(daySchema.safeParse(text).success, text).toBe(false);
    }
    expect(american('2026-11-20')).toBe('11/20/2026');
  });

  it('supports the years that both stores can hold', () => {
    for (const text of ['1970-01-01', '2099-12-31', '12/31/2099']) {
      expect(daySchema.safeParse(text).success, text).toBe(true);
    }
    for (const text of ['0000-01-01', '1969-12-31', '2100-01-01', '12/31/9999']) {
      expect(daySchema.safeParse(text).error?.issues, text).toMatchObject([
        { message: 'Choose a day from 1970 to 2099.' },
      ]);
    }
    expect(momentSchema.parse('2026-11-20T10:00:00-05:00')).toBe('2026-11-20T10:00:00-05:00');
    for (const text of ['0000-01-01T00:00:00Z', '2100-01-01T00:00:00Z', '2026-11-20', '']) {
      expect(momentSchema.safeParse(text).error?.issues, text).toHaveLength(1);
    }
  });

  it('moves over the ends of months and years', () => {
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(daysIn({ start: '2026-03-01', end: '2026-03-31' })).toBe(31);
    expect(periodOf('last_month', '2026-03-31')).toEqual({
      start: '2026-02-01',
      end: '2026-02-28',
    });
  });
});

describe('instants and local times', () => {
  it('are written with the offset', () => {
    const instant = new Date('2026-11-20T19:00:00.250Z');
    expect(wallTime(instant, 'America/New_York')).toBe('2026-11-20T14:00:00.250');
    expect(zonedTime(instant, 'America/New_York')).toBe('2026-11-20T14:00:00-05:00');
    expect(zonedTime(instant, 'Asia/Kathmandu')).toBe('2026-11-21T00:45:00+05:45');
    expect(zonedTime(instant, 'America/St_Johns')).toBe('2026-11-20T15:30:00-03:30');
  });

  it.each([
    ['2026-11-01T01:30:00.000', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-03-08T02:30:00.000', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-07-01T12:00:00.000', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z'],
    ['2026-11-20T05:00:00.000', 'UTC', '2026-11-20T05:00:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) => {
    expect(instantAt(wall, zone).toISOString()).toBe(instant);
  });

  it('resolve aliases, read an empty zone as UTC and refuse unknown ones', () => {
    expect(zoneOf('US/Central')).toBe('America/Chicago');
    expect(zoneOf('US/Eastern')).toBe('America/New_York');
    expect(zoneOf('')).toBe('UTC');
    expect(zoneOf('Default')).toBe('UTC');
    for (const text of [
      'Mars/Olympus',
      "UTC'; DROP",
      '../etc/passwd',
      'America/New York',
      '+05:00',
    ]) {
      expect(zoneOf(text), text).toBeNull();
    }
  });
});
