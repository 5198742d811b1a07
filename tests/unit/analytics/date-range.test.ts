import { describe, expect, it } from 'vitest';
import { dateRangeOf } from '#server/analytics/compiler/date-range.ts';
import { QueryProblem } from '#server/analytics/compiler/query.ts';

/** A Friday; in New York it is still the 20th when it is the 21st in UTC. */
const now = new Date('2026-11-21T02:30:00.000Z');
const zone = 'America/New_York';
const shown = (input: string | string[]) =>
  dateRangeOf(input, zone, now).shown.map((text) => text.slice(0, 10));

describe('date ranges of Cube queries', () => {
  it('includes both ends, to the last millisecond', () => {
    const { window, shown } = dateRangeOf(['2026-10-31', '2026-11-01'], zone, now);
    expect(window.from.toISOString()).toBe('2026-10-31T04:00:00.000Z');
    expect(window.to.toISOString()).toBe('2026-11-02T05:00:00.000Z');
    expect(shown).toEqual(['2026-10-31T00:00:00.000', '2026-11-01T23:59:59.999']);
  });

  it.each([
    ['today', '2026-11-20', '2026-11-20'],
    ['Yesterday', '2026-11-19', '2026-11-19'],
    ['2026-02-28', '2026-02-28', '2026-02-28'],
    ['this week', '2026-11-16', '2026-11-22'],
    ['last week', '2026-11-09', '2026-11-15'],
    ['this month', '2026-11-01', '2026-11-30'],
    ['last month', '2026-10-01', '2026-10-31'],
    ['this quarter', '2026-10-01', '2026-12-31'],
    ['last year', '2025-01-01', '2025-12-31'],
    ['last 7 days', '2026-11-13', '2026-11-19'],
    ['last 3 months', '2026-08-01', '2026-10-31'],
    ['from 6 days ago to now', '2026-11-14', '2026-11-20'],
  ])('%s', (words, first, last) => {
    expect(shown(words)).toEqual([first, last]);
  });

  it('reads local times and instants, in whole seconds', () => {
    const local = dateRangeOf(['2026-11-20T10:00', '2026-11-20T10:59:59.999'], zone, now);
    expect(local.window.from.toISOString()).toBe('2026-11-20T15:00:00.000Z');
    expect(local.window.to.toISOString()).toBe('2026-11-20T16:00:00.000Z');
    const instants = dateRangeOf(
      ['2026-11-20T10:00:00Z', '2026-11-20T12:00:00.000+02:00'],
      zone,
      now,
    );
    expect(instants.window.from.toISOString()).toBe('2026-11-20T10:00:00.000Z');
    expect(instants.window.to.toISOString()).toBe('2026-11-20T10:00:01.000Z');
  });

  it.each([
    'tomorrow',
    'last 7 fortnights',
    'this 7 days',
    '2026-02-30',
    '2026-11-20T25:00',
    "2026-11-20'; DROP TABLE events",
    '',
  ])('refuses "%s"', (text) => {
    expect(() => dateRangeOf(text, zone, now)).toThrow(QueryProblem);
    expect(() => dateRangeOf([text, '2026-11-20'], zone, now)).toThrow(QueryProblem);
  });

  it('gives a day that a zone skipped an empty window', () => {
    const { window } = dateRangeOf('2011-12-30', 'Pacific/Apia', now);
    expect(window.from).toEqual(window.to);
  });

  it('refuses an end before the start', () => {
    expect(() => dateRangeOf(['2026-11-20', '2026-11-19'], zone, now)).toThrow(/before its start/);
  });
});
