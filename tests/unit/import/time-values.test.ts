import { describe, expect, it } from 'vitest';
import { instantAt } from '#contract/period.ts';
import { type DayOrder, dayOf, orderIn, timeOf } from '#server/import/time-values.ts';

const zone = 'America/New_York';
const time = (text: string, order: DayOrder | null = null) => {
  const found = timeOf(text, zone, order);
  return found === null ? null : new Date(found).toISOString();
};

describe('a time in a file', () => {
  it.each([
    ['2017-11-07 9:30', '2017-11-07T14:30:00.000Z'],
    ['20260601', '2026-06-01T04:00:00.000Z'],
    ['2026/06/01 09:30:05', '2026-06-01T13:30:05.000Z'],
    ['31.12.2026 23:59', '2027-01-01T04:59:00.000Z'],
    ['2026-06-01 9:30Z', '2026-06-01T09:30:00.000Z'],
    ['2026-06-01 9:30 pm', '2026-06-02T01:30:00.000Z'],
    ['2026-06-01 12:00 AM', '2026-06-01T04:00:00.000Z'],
    ['1501583974', '2017-08-01T10:39:34.000Z'],
  ])('%s is %s', (text, right) => {
    expect(time(text)).toBe(right);
  });

  it.each(['20261301', '2017-02-30 9:30', '2017-11-07 25:30', '2017-11-07 13:30 PM', '01/02/2026'])(
    '%s is none',
    (text) => {
      expect(time(text)).toBeNull();
    },
  );

  it('is read by one rule where its hour comes twice or never', () => {
    for (const wall of ['2026-11-01T01:30:00.000', '2026-03-08T02:30:00.000']) {
      expect(time(wall)).toBe(instantAt(wall, zone).toISOString());
    }
  });
});

describe('a day in a file', () => {
  it.each([
    ['01/12/2026', 'dmy', '2026-12-01'],
    ['01/12/2026', 'mdy', '2026-01-12'],
    ['5/5/2026', null, '2026-05-05'],
    ['1.12.2026', null, '2026-12-01'],
    ['01/12/2026', null, '01/12/2026'],
    ['31/12/2026', 'mdy', '31/12/2026'],
  ] satisfies [string, DayOrder | null, string][])('%s as %s is %s', (text, order, day) => {
    expect(dayOf(text, order)).toBe(day);
  });

  it.each([
    ['31/12/2026', 'dmy'],
    ['12/31/2026', 'mdy'],
    ['1-2-2026 9:30', 'open'],
    ['2/2/2026', null],
    ['2026-01-02', null],
  ])('%s tells the order %s', (text, order) => {
    expect(orderIn(text)).toBe(order);
  });
});
