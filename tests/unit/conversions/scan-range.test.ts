import { describe, expect, it } from 'vitest';
import { nextRange } from '#server/conversions/log-scan-range.ts';

const DAY = 86_400_000;

describe('how far back a page of the log reads', () => {
  it('is a day at first', () => {
    expect(nextRange({ through: 0, found: 0 }, 51)).toBe(DAY);
  });

  it('is then the predicted range of the rest, and half as far again', () => {
    // 10.5 a day: the missing 40 should be 3.8 days away.
    expect(nextRange({ through: DAY, found: 10 }, 51)).toBeCloseTo((41 / 10.5) * 1.5 * DAY);
    expect(nextRange({ through: 4 * DAY, found: 10 }, 51)).toBeCloseTo((41 / 10.5) * 6 * DAY);
  });

  it('is months where a day had no rows', () => {
    expect(nextRange({ through: DAY, found: 0 }, 51)).toBeGreaterThan(150 * DAY);
  });

  it('is never less than the range read before', () => {
    expect(nextRange({ through: 8 * DAY, found: 50 }, 51)).toBe(8 * DAY);
  });
});
