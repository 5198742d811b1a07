import { describe, expect, it } from 'vitest';
import { chanceOfAtLeast, forecast } from '#server/offers/caps/forecast.ts';
import { lagBounds, lagIndex, partWithin, withinBounds } from '#server/offers/caps/lags.ts';
import { hourOfWeek, unknownRates, usualRates } from '#server/offers/caps/usual-rates.ts';

const HOUR = 3_600_000;
const monday = Date.UTC(2026, 10, 16);

/** Rates that are the same in every hour. */
const steady = (conversions: number) => ({
  ...unknownRates('UTC'),
  week: Array.from({ length: 168 }, () => ({ clicks: 0, conversions, revenue: 0, payout: 0 })),
});

describe('the forecast of a cap', () => {
  it('gives the golden chance G22', () => {
    expect(chanceOfAtLeast(100 - 60, 35)).toBeCloseTo(0.21981, 6);
    const rates = steady(3.5);
    const asked = {
      metric: 'conversions',
      left: 40,
      now: monday,
      until: monday + 10 * HOUR,
    } as const;
    expect(forecast(rates, asked)).toMatchObject({ fullAt: null });
    expect(forecast(rates, asked).pFull).toBeCloseTo(0.21981, 6);
  });

  it('is full in the first hour whose sum reaches what is left', () => {
    const asked = {
      metric: 'conversions',
      left: 7,
      now: monday + HOUR / 2,
      until: monday + 24 * HOUR,
    } as const;
    expect(forecast(steady(2), asked).fullAt).toBe(monday + 4 * HOUR);
    expect(forecast(steady(2), { ...asked, until: monday + 3 * HOUR }).fullAt).toBeNull();
    expect(forecast(steady(0), asked)).toEqual({ fullAt: null, pFull: 0 });
    expect(forecast(steady(2), { ...asked, left: 0 })).toEqual({ fullAt: null, pFull: 1 });
  });

  it('says nothing before anything was counted, and no chance without an end', () => {
    const asked = { metric: 'conversions', left: 7, now: monday, until: null } as const;
    expect(forecast(unknownRates('UTC'), asked)).toEqual({ fullAt: null, pFull: null });
    expect(forecast(steady(2), asked)).toEqual({ fullAt: monday + 3.5 * HOUR, pFull: null });
  });

  it('comes as often as it says, over 100,000 simulated days', () => {
    const random = randomFrom(46);
    const bins = Array.from({ length: 10 }, () => ({ said: 0, came: 0, count: 0 }));
    for (let turn = 0; turn < 100_000; turn += 1) {
      const rate = 0.2 + 5 * random();
      const hours = 1 + Math.floor(random() * 6);
      // The rate is known from the same hours of four weeks only.
      const seen = poisson(random, 4 * rate * hours) / 4;
      if (seen === 0) continue;
      const expected = rate * hours;
      const left = 1 + Math.floor(40 * random());
      const asked = {
        metric: 'conversions',
        left,
        now: monday,
        until: monday + hours * HOUR,
      } as const;
      const { pFull } = forecast(steady(seen / hours), asked);
      const bin = bins[Math.min(9, Math.floor(10 * (pFull ?? 0)))];
      if (!bin) continue;
      bin.said += pFull ?? 0;
      bin.came += poisson(random, expected) >= left ? 1 : 0;
      bin.count += 1;
    }
    expect(bins.filter(({ count }) => count >= 1_500).length).toBeGreaterThanOrEqual(8);
    for (const { said, came, count } of bins) {
      if (count >= 1_500) expect(Math.abs(said - came) / count).toBeLessThan(0.05);
    }
  }, 60_000);
});

describe('what is usual of an offer', () => {
  const now = monday + 30 * 24 * HOUR;

  it('is learned from mature clicks of its last 28 days', () => {
    const clicks = Array.from({ length: 20 }, (_, day) => ({
      at: now - (2 + day) * 24 * HOUR,
      clicks: 100,
    }));
    const lags = [{ index: lagIndex(60_000), isRecent: false, conversions: 400 }];
    const { perClick, within } = usualRates({ clicks, lags, hours: [] }, { now, timezone: 'UTC' });
    expect(perClick).toBeCloseTo(0.195, 2);
    expect(partWithin(within, 5 * 60_000)).toBeGreaterThan(0.98);
    expect(partWithin(within, 30_000)).toBeLessThan(0.02);
  });

  it('is more of today than of many earlier days', () => {
    const clicks = [
      { at: now - 10 * 24 * HOUR, clicks: 100_000 },
      { at: now - 12 * HOUR, clicks: 8_000 },
    ];
    const lags = [
      { index: 5, isRecent: false, conversions: 10_000 },
      { index: 5, isRecent: true, conversions: 1_600 },
    ];
    const { perClick } = usualRates({ clicks, lags, hours: [] }, { now, timezone: 'UTC' });
    expect(perClick).toBeGreaterThan(0.17);
  });

  it('has a mean for each hour of the week in its zone', () => {
    const at = monday + 9 * HOUR;
    const hours = [0, 1, 2, 3].map((week) => ({
      at: at + week * 168 * HOUR,
      conversions: 4 + week,
      revenue: 100,
      payout: 50,
    }));
    const until = monday + 4 * 168 * HOUR;
    const { week } = usualRates({ clicks: [], lags: [], hours }, { now: until, timezone: 'UTC' });
    expect(week[9]).toEqual({ clicks: 0, conversions: 5.5, revenue: 100, payout: 50 });
    expect(week[10]).toMatchObject({ conversions: 0 });
    expect(hourOfWeek(monday, 'America/New_York')).toBe(6 * 24 + 19);
  });

  it('puts lags between bounds that grow', () => {
    expect(lagBounds[0]).toBe(1_000);
    expect(lagIndex(999)).toBe(0);
    expect(lagIndex(1_001)).toBe(1);
    const within = withinBounds(new Map([[lagIndex(10_000), 1_000]]));
    expect(partWithin(within, 0)).toBe(0);
    expect(partWithin(within, 5_000)).toBeLessThan(0.01);
    expect(partWithin(within, 20_000)).toBeGreaterThan(0.99);
    expect(partWithin(within, 60 * 24 * HOUR)).toBe(1);
  });
});

/** Numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A count with this mean: the arrivals of a unit of time with exponential gaps. */
function poisson(random: () => number, mean: number): number {
  let [count, time] = [0, -Math.log(1 - random())];
  while (time < mean) {
    count += 1;
    time -= Math.log(1 - random());
  }
  return count;
}
