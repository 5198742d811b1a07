import { describe, expect, it } from 'vitest';
import { silenceOf } from '#server/split-tests/goal-silence.ts';

const HOUR = 3_600_000;
const end = Date.UTC(2026, 10, 20);
/** An event that came every hour for ten days, the last time so many hours ago. */
const hourly = (hoursAgo: number) =>
  silenceOf({
    ...{ count: 241, first: end - (hoursAgo + 240) * HOUR, last: end - hoursAgo * HOUR },
    asOf: new Date(end),
  });

describe('a goal', () => {
  it('is silent once its rate makes a pause unlikely', () => {
    expect(hourly(9)).toEqual({
      ...{ is_silent: false, last_event_at: new Date(end - 9 * HOUR).toISOString() },
    });
    // Nothing for n hours at one an hour has the chance e^-n, and one in 10,000 is e^-9.2.
    expect(hourly(10).is_silent).toBe(true);
  });

  it('is not silent while too little is known of its rate', () => {
    const asOf = new Date(end);
    expect(silenceOf({ count: 0, first: 0, last: 0, asOf })).toEqual({
      ...{ is_silent: false, last_event_at: null },
    });
    const once = { first: end - 99 * HOUR, last: end - 99 * HOUR, asOf };
    expect(silenceOf({ count: 1, ...once }).is_silent).toBe(false);
    expect(silenceOf({ count: 5, ...once }).is_silent).toBe(false);
  });
});
