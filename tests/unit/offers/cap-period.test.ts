import { describe, expect, it } from 'vitest';
import { capPeriod } from '#server/offer-clicks/cap-period.ts';

const period = (interval: Parameters<typeof capPeriod>[0], at: string, zone: string) => {
  const { from, to } = capPeriod(interval, new Date(at), zone);
  return [new Date(from).toISOString(), to === null ? null : new Date(to).toISOString()];
};

describe('the period of a cap', () => {
  it.each([
    ['hour', '2026-11-20T12:34:00Z', 'UTC', '2026-11-20T12:00:00.000Z', '2026-11-20T13:00:00.000Z'],
    [
      'hour',
      '2026-11-20T12:34:00Z',
      'Asia/Kolkata',
      '2026-11-20T12:30:00.000Z',
      '2026-11-20T13:30:00.000Z',
    ],
    [
      'day',
      '2026-11-01T12:00:00Z',
      'America/New_York',
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ],
    [
      'day',
      '2026-03-08T12:00:00Z',
      'America/New_York',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ],
    [
      'hour',
      '2026-11-01T06:30:00Z',
      'America/New_York',
      '2026-11-01T06:00:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ],
    ['week', '2026-11-22T23:00:00Z', 'UTC', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['week', '2026-11-23T00:00:00Z', 'UTC', '2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    [
      'month',
      '2026-12-31T23:30:00Z',
      'UTC',
      '2026-12-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ],
    [
      'month',
      '2026-12-31T23:30:00Z',
      'Europe/Berlin',
      '2026-12-31T23:00:00.000Z',
      '2027-01-31T23:00:00.000Z',
    ],
  ] as const)('%s at %s in %s', (interval, at, zone, from, to) => {
    expect(period(interval, at, zone)).toEqual([from, to]);
  });

  it('of a total never ends', () => {
    expect(period('total', '2026-11-20T12:34:00Z', 'UTC')).toEqual([
      '1970-01-01T00:00:00.000Z',
      null,
    ]);
  });

  it('is a part of the day at Lord Howe, whose clock goes back by half an hour', () => {
    expect(period('hour', '2026-04-05T13:10:00Z', 'Australia/Lord_Howe')).toEqual([
      '2026-04-05T13:00:00.000Z',
      '2026-04-05T13:30:00.000Z',
    ]);
  });
});
