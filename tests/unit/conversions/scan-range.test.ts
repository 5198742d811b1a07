import { describe, expect, it } from 'vitest';
import { reach } from '#server/conversions/scan-range.ts';

const DAY = 86_400_000;

describe('how far back a page of the log looks', () => {
  it('is a day at first', () => {
    expect(reach({ through: 0, found: 0 }, 51)).toBe(DAY);
  });

  it('is then where the rest should lie, and half as far again', () => {
    // 10.5 a day: the 40 that lack should be 3.8 days away.
    expect(reach({ through: DAY, found: 10 }, 51)).toBeCloseTo((41 / 10.5) * 1.5 * DAY);
    expect(reach({ through: 4 * DAY, found: 10 }, 51)).toBeCloseTo((41 / 10.5) * 6 * DAY);
  });

  it('is months where a day held none', () => {
    expect(reach({ through: DAY, found: 0 }, 51)).toBeGreaterThan(150 * DAY);
  });

  it('is never less than what was looked through', () => {
    expect(reach({ through: 8 * DAY, found: 50 }, 51)).toBe(8 * DAY);
  });
});
