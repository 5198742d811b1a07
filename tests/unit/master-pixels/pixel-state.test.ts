import { describe, expect, it } from 'vitest';
import type { PixelTraffic } from '#server/master-pixels/event-times.ts';
import { expectedCount, stateOf } from '#server/master-pixels/pixel-state.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const last = Date.parse('2026-11-20T12:00:00Z');

/** As many events in the hours before the last one as `each` contains, by their age in hours. */
function sightings(hours: number, each: (age: number) => number) {
  const byHour = new Map<number, number>();
  for (let age = 1; age <= hours; age += 1) byHour.set(last - age * HOUR, each(age));
  return { firstAt: new Date(last - hours * HOUR), lastAt: new Date(last), byHour };
}

const steady = (hours: number, count: number) => sightings(hours, () => count);

describe('the usual number of events after the last one', () => {
  it('is not known before a whole day', () => {
    expect(expectedCount(steady(23, 100), 5 * HOUR)).toBeNull();
    expect(expectedCount({ firstAt: null, lastAt: null, byHour: new Map() }, HOUR)).toBeNull();
  });

  it('is that of the same hours of the days before, and from a week on of the weeks', () => {
    const byDay = (age: number) => (age <= 24 ? 2 : 4);
    expect(expectedCount(sightings(48, byDay), 3 * HOUR)).toBe(3 * 3);
    const monday = (age: number) => (age > 6 * 24 && age <= 7 * 24 ? 9 : 1);
    expect(expectedCount(sightings(8 * 24, monday), 3 * HOUR)).toBe(27);
    const years = sightings(400 * 24, (age) => (age <= 28 * 24 ? 5 : 1_000));
    expect(expectedCount(years, DAY)).toBe(120);
  });

  it('counts whole hours only, and no more of them than there are before', () => {
    expect(expectedCount(steady(24 * 28, 10), 59 * 60_000)).toBe(0);
    expect(expectedCount(steady(24 * 28, 10), 2 * HOUR + 1)).toBe(20);
    expect(expectedCount(steady(24 * 28, 10), 60 * DAY)).toBe(10 * 24 * 7);
    expect(expectedCount(steady(24 * 2, 10), 60 * DAY)).toBe(10 * 24);
  });
});

describe('the state of a pixel', () => {
  const seen = (changes: Partial<PixelTraffic> = {}): PixelTraffic => ({
    ...steady(24 * 28, 1),
    received24h: 100,
    rejected24h: [],
    ...changes,
  });
  const stateAfter = (hours: number, fields = seen()) =>
    stateOf('active', fields, new Date(last + hours * HOUR));

  it('is silent once the silence has a probability below one in a thousand', () => {
    expect(stateAfter(6).state).toBe('active');
    expect(stateAfter(7)).toEqual({
      state: 'silent',
      reason: 'No event for 7 hours, where about 7 are usual.',
    });
    expect(stateAfter(24 * 60).reason).toBe('No event for 60 days, where about 168 are usual.');
  });

  it('is an error from more than a fifth of twenty refused events on, without marked ones', () => {
    const refused = (count: number, received24h: number, reason = 'value_missing') =>
      stateAfter(0, seen({ received24h, rejected24h: [{ reason, count }] }));
    expect(refused(4, 15).state).toBe('active');
    expect(refused(4, 16).state).toBe('active');
    expect(refused(5, 16)).toEqual({
      state: 'error',
      reason: '5 of 21 events of the last 24 hours were refused, because value is missing.',
    });
    for (const reason of ['bot', 'datacenter', 'pixel_paused', 'too_many_campaign_id'])
      expect(refused(90, 10, reason).state).toBe('active');
  });

  it('names the most frequent of several reasons', () => {
    const rejected24h = [
      { reason: 'event_time_too_early', count: 30 },
      { reason: 'rate_network', count: 10 },
    ];
    expect(stateAfter(0, seen({ rejected24h })).reason).toBe(
      '40 of 140 events of the last 24 hours were refused, most because event_time is not valid.',
    );
  });

  it('is paused whatever events arrive', () => {
    expect(stateOf('paused', seen(), new Date(last)).state).toBe('paused');
  });
});
