import { describe, expect, it } from 'vitest';
import {
  chancesToBeBest,
  readDifference,
  readRates,
} from '#server/split-tests/statistics/bayes.ts';
import {
  differenceOf,
  meanOf,
  rateOf,
  ratioOf,
  type UnitCounts,
} from '#server/split-tests/statistics/estimates.ts';
import { multipleExposure } from '#server/split-tests/statistics/exposure.ts';
import { normalCdf, normalQuantile, twoSided } from '#server/split-tests/statistics/normal.ts';
import {
  logRatio,
  newcombe,
  twoProportionTest,
} from '#server/split-tests/statistics/proportions.ts';
import {
  daysNeeded,
  sequentialUnits,
  unitsForMean,
  unitsForRate,
} from '#server/split-tests/statistics/sample-size.ts';
import { rhoOf, sequential } from '#server/split-tests/statistics/sequential.ts';
import {
  chiSquare,
  logBayesFactor,
  splitHealth,
} from '#server/split-tests/statistics/split-mismatch.ts';
import { welch } from '#server/split-tests/statistics/welch.ts';
import { momentsOf, winsorCap } from '#server/split-tests/statistics/winsorise.ts';

const tally = (conversions: number, units: number): UnitCounts => ({ units, conversions });
const first = [tally(100, 1000), tally(130, 1000)] as const;
const second = [tally(250, 5000), tally(300, 5000)] as const;
const large = [tally(1000, 20_000), tally(1160, 20_000)] as const;
const alpha = 0.05;

/** To so many significant digits, as the golden vectors are printed. */
const digits = (value: number | undefined, places: number) => Number(value?.toPrecision(places));

const rateDifference = ([a, b]: readonly [UnitCounts, UnitCounts]) => {
  const [control, variant] = [rateOf(a), rateOf(b)];
  if (!control || !variant) throw new Error('There are no units.');
  return differenceOf(control, variant);
};

describe('rates at a fixed size', () => {
  it('gives the golden vectors G1 and G2', () => {
    const one = twoProportionTest(...first, alpha);
    expect(digits(one?.z, 7)).toBe(2.102741);
    expect(digits(one?.p, 5)).toBe(0.035488);
    expect(one?.difference).toBeCloseTo(0.03, 12);
    expect(digits(one?.standardError, 5)).toBe(0.014251);
    expect(digits(one?.wald.low, 4)).toBe(0.002068);
    expect(digits(one?.wald.high, 5)).toBe(0.057932);
    expect(digits(newcombe(...first, alpha)?.low, 4)).toBe(0.002002);
    expect(newcombe(...first, alpha)?.high).toBeCloseTo(0.05807, 6);
    const two = twoProportionTest(...second, alpha);
    expect(digits(two?.z, 7)).toBe(2.193172);
    expect(digits(two?.p, 5)).toBe(0.028295);
    expect(digits(newcombe(...second, alpha)?.low, 4)).toBe(0.001058);
    expect(digits(newcombe(...second, alpha)?.high, 5)).toBe(0.018972);
  });

  it('gives the golden vectors G3 and G4', () => {
    const one = logRatio(...first, alpha);
    expect(digits(one?.log, 6)).toBe(0.262364);
    expect(digits(one?.standardError, 6)).toBe(0.125269);
    expect(digits(one?.p, 5)).toBe(0.036224);
    expect(one?.low).toBeCloseTo(0.01698, 5);
    expect(one?.high).toBeCloseTo(0.66178, 5);
    const two = logRatio(...second, alpha);
    expect(digits(two?.log, 6)).toBe(0.182322);
    expect(digits(two?.standardError, 5)).toBe(0.083267);
    expect(digits(two?.p, 5)).toBe(0.028552);
    expect(two?.low).toBeCloseTo(0.01931, 5);
    expect(two?.high).toBeCloseTo(0.41273, 5);
  });

  it('knows nothing where there is nothing', () => {
    expect(twoProportionTest(tally(0, 0), tally(1, 10), alpha)).toBeNull();
    expect(newcombe(tally(1, 10), tally(0, 0), alpha)).toBeNull();
    expect(logRatio(tally(0, 10), tally(1, 10), alpha)).toBeNull();
    expect(twoProportionTest(tally(0, 10), tally(0, 10), alpha)).toMatchObject({ z: 0, p: 1 });
  });
});

describe('the sequential interval', () => {
  it('gives the golden vectors G5 and G6', () => {
    const plan = { plannedUnits: 5000, alpha };
    const one = sequential(rateDifference(first), 2000, plan);
    expect(digits(rhoOf(plan), 6)).toBe(0.0398401);
    expect(one.halfWidth).toBeCloseTo(0.044518, 6);
    expect(one.low).toBeCloseTo(-0.014518, 6);
    expect(one.high).toBeCloseTo(0.074518, 6);
    expect(digits(one.p, 6)).toBe(0.378932);
    const wide = { plannedUnits: 40_000, alpha };
    const two = sequential(rateDifference(large), 40_000, wide);
    expect(digits(rhoOf(wide), 6)).toBe(0.0140856);
    expect(digits(two.halfWidth, 6)).toBe(0.00685904);
    expect(two.low).toBeCloseTo(0.00114096, 8);
    expect(two.high).toBeCloseTo(0.01485904, 8);
    expect(digits(two.p, 7)).toBe(0.01144859);
  });

  it('gives the golden vector G7 on the relative scale', () => {
    const relative = ([a, b]: readonly [UnitCounts, UnitCounts]) => {
      const log = logRatio(a, b, alpha);
      if (!log) throw new Error('There are no conversions.');
      const difference = { value: log.lift, standardError: (1 + log.lift) * log.standardError };
      return sequential(difference, a.units + b.units, { plannedUnits: 5000, alpha });
    };
    expect(relative(first).halfWidth).toBeCloseTo(0.508706, 6);
    expect(digits(relative(first).p, 6)).toBe(0.562221);
    expect(relative(second).halfWidth).toBeCloseTo(0.305903, 6);
    expect(digits(relative(second).p, 6)).toBe(0.623978);
  });

  it('excludes 0 exactly where its p is below alpha', () => {
    const plan = { plannedUnits: 5000, alpha };
    for (let value = 0; value < 0.1; value += 0.001) {
      const { low, p } = sequential({ value, standardError: 0.0142 }, 2000, plan);
      expect(low > 0, `at ${value}`).toBe(p < alpha);
    }
  });

  it('has no bounds while nothing varies', () => {
    const plan = { plannedUnits: 5000, alpha };
    expect(sequential({ value: 0, standardError: 0 }, 2000, plan)).toMatchObject({ p: 1 });
    expect(sequential({ value: 1, standardError: 1 }, 0, plan).high).toBe(Infinity);
  });
});

describe('the Bayesian reading', () => {
  it('gives the golden vectors G8 and G9', () => {
    const small = [tally(8, 400), tally(15, 400)] as const;
    expect(digits(readRates(...first).chance, 6)).toBe(0.982165);
    expect(digits(readRates(...second).chance, 6)).toBe(0.985825);
    expect(digits(readRates(...small).chance, 6)).toBe(0.927287);
    expect(readRates(...large).chance).toBeCloseTo(0.9998, 6);
    expect(digits(readRates(...first).expectedLoss, 6)).toBe(9.23745e-5);
    expect(digits(readRates(...second).expectedLoss, 6)).toBe(2.28118e-5);
    expect(digits(readRates(...small).expectedLoss, 6)).toBe(3.9803e-4);
  });

  it('gives the golden vector G10 within 0.004, and the same for the same seed', () => {
    const three = [...first, tally(118, 1000)];
    const seen = chancesToBeBest(three, 42);
    for (const [at, chance] of [0.009, 0.786, 0.205].entries()) {
      expect(Math.abs((seen[at] ?? 0) - chance)).toBeLessThan(0.004);
    }
    expect(chancesToBeBest(three, 42)).toEqual(seen);
    expect(chancesToBeBest(three, 43)).not.toEqual(seen);
  });

  it('reads large counts like the exact sum', () => {
    const exact = readRates(tally(4800, 100_000), tally(5000, 100_000));
    const normal = readRates(tally(4801, 100_000), tally(5001, 100_000));
    expect(normal.chance).toBeCloseTo(exact.chance, 4);
    expect(normal.expectedLoss).toBeCloseTo(exact.expectedLoss, 6);
    expect(readDifference({ value: 1, standardError: 0 })).toEqual({
      chance: 0.5,
      expectedLoss: 0,
    });
  });
});

describe('means and ratios', () => {
  it('gives the golden vector G11', () => {
    const one = { units: 1000, sum: 5000, sumOfSquares: 400_000 };
    const two = { units: 1000, sum: 6500, sumOfSquares: 560_000 };
    const seen = welch(one, two);
    expect(digits(meanOf(one)?.standardError, 6)).toBe(digits(Math.sqrt(375.3754 / 1000), 6));
    expect(digits(seen?.standardError, 6)).toBe(0.945327);
    expect(digits(seen?.t, 7)).toBe(1.586752);
    expect(digits(seen?.df, 6)).toBe(1948.19);
    expect(digits(seen?.p, 6)).toBe(0.112731);
    expect(welch(one, { units: 1, sum: 1, sumOfSquares: 1 })).toBeNull();
  });

  it('has the spread of a ratio that many resamples have', () => {
    // 12 orders of 3 units each in turn: revenue 10, 20 or 0 with 1, 1 or 0 orders.
    const moments = {
      units: 36,
      numerator: { sum: 360, sumOfSquares: 6000 },
      denominator: { sum: 24, sumOfSquares: 24 },
      sumOfProducts: 360,
    };
    const seen = ratioOf(moments);
    expect(seen?.value).toBe(15);
    // Of the 24 orders half are worth 10 and half 20: the residuals are 5 each, so the sum of squares is 600.
    expect(seen?.standardError).toBeCloseTo(Math.sqrt(600 / 35 / 36 / (24 / 36) ** 2), 12);
    const none = { ...moments, denominator: { sum: 0, sumOfSquares: 0 } };
    expect(ratioOf(none)).toBeNull();
  });

  it('caps the largest of the pooled values', () => {
    const values = Array.from({ length: 1000 }, (_, at) => at + 1);
    expect(winsorCap(values)).toBe(995);
    expect(winsorCap([])).toBeNull();
    expect(momentsOf([1, 2, 9], 4)).toEqual({ units: 3, sum: 7, sumOfSquares: 21 });
    expect(momentsOf([1, 2, 9], null).sum).toBe(12);
  });
});

describe('the size of a test', () => {
  it('gives the golden vector G12 within 2 %', () => {
    const asked = { alpha, power: 0.8 };
    for (const [baseline, mdeRel, units] of [
      [0.05, 0.1, 31_231],
      [0.02, 0.2, 21_106],
      [0.1, 0.1, 14_749],
    ] as const) {
      const seen = unitsForRate(baseline, { ...asked, mdeRel }) ?? 0;
      expect(Math.abs(seen / units - 1)).toBeLessThan(0.02);
    }
    expect(unitsForRate(0.6, { ...asked, mdeRel: 0.7 })).toBeNull();
    expect(unitsForRate(0, { ...asked, mdeRel: 0.1 })).toBeNull();
  });

  it('sizes a mean like a rate with the same spread', () => {
    const deviation = Math.sqrt(0.05 * 0.95);
    const asked = { alpha, power: 0.8, mdeRel: 0.01 };
    const ofMean = unitsForMean({ mean: 0.05, deviation }, asked) ?? 0;
    expect(ofMean / (unitsForRate(0.05, asked) ?? 0)).toBeCloseTo(1, 2);
    expect(unitsForMean({ mean: 0, deviation }, asked)).toBeNull();
  });

  it('counts whole weeks until the last goal window has closed', () => {
    const traffic = { dailyUnits: 1200, goalWindowHours: 72, minRuntimeDays: 7 };
    expect(daysNeeded({ ...traffic, units: 1200 * 11 })).toBe(14);
    expect(daysNeeded({ ...traffic, units: 1200 * 11 + 1 })).toBe(21);
    expect(daysNeeded({ ...traffic, units: 10 })).toBe(7);
    expect(daysNeeded({ ...traffic, units: 10, minRuntimeDays: 8 })).toBe(14);
    expect(daysNeeded({ ...traffic, units: 10, dailyUnits: 0 })).toBeNull();
    expect(sequentialUnits(1000)).toBe(1800);
  });
});

describe('a split that is broken', () => {
  const half = (a: number, b: number) => [
    { units: a, share: 0.5 },
    { units: b, share: 0.5 },
  ];

  it('gives the golden vector G13', () => {
    expect(chiSquare(half(5100, 4900)).p).toBeCloseTo(0.0455003, 7);
    expect(digits(chiSquare(half(5200, 4800)).p, 6)).toBe(6.33425e-5);
    const uneven = [
      { units: 9000, share: 0.9 },
      { units: 1150, share: 0.1 },
    ];
    expect(digits(chiSquare(uneven).p, 6)).toBe(7.94632e-6);
  });

  it('gives the golden vector G14, and judges by it alone', () => {
    const third = [3600, 3300, 3300].map((units) => ({ units, share: 1 / 3 }));
    expect(digits(Math.exp(logBayesFactor(half(5200, 4800))), 6)).toBe(435.205);
    expect(digits(Math.exp(logBayesFactor(half(5250, 4750))), 6)).toBe(26_092.7);
    expect(digits(Math.exp(logBayesFactor(third)), 6)).toBe(257.575);
    expect(splitHealth(half(5000, 5000))).toBe('healthy');
    expect(splitHealth(half(5200, 4800))).toBe('watch');
    expect(splitHealth(half(5250, 4750))).toBe('srm');
    expect(splitHealth(half(0, 0))).toBe('healthy');
    expect(chiSquare(half(0, 0)).p).toBe(1);
  });

  it('counts units in several variants, more strictly where the split is uneven', () => {
    const half = [0.5, 0.5];
    expect(multipleExposure({ units: 1000, inSeveral: 10 }, half).isTooHigh).toBe(true);
    expect(multipleExposure({ units: 1000, inSeveral: 9 }, half).isTooHigh).toBe(false);
    expect(multipleExposure({ units: 1000, inSeveral: 1 }, [0.9, 0.1]).isTooHigh).toBe(true);
    expect(multipleExposure({ units: 0, inSeveral: 0 }, half).share).toBeNull();
  });
});

describe('the tails', () => {
  it('agree with published tables', () => {
    // Abramowitz and Stegun, tables 26.1 and 26.2; chi-square table 26.8; Student table 26.10.
    expect(digits(normalCdf(-3), 6)).toBe(0.0013499);
    expect(digits(normalCdf(-5), 6)).toBe(2.86652e-7);
    expect(digits(normalCdf(-10), 5)).toBe(7.6199e-24);
    expect(digits(twoSided(1.959963985), 6)).toBe(0.05);
    expect(digits(normalQuantile(0.9999), 6)).toBe(3.71902);
    expect(digits(normalQuantile(1e-9), 6)).toBe(-5.99781);
    const off = Math.sqrt(10.828 * 250);
    const split = [
      { units: 500 + off, share: 0.5 },
      { units: 500 - off, share: 0.5 },
    ];
    expect(digits(chiSquare(split).p, 3)).toBe(0.001);
    const sixUnits = (mean: number) => ({
      units: 6,
      sum: 6 * mean,
      sumOfSquares: 6 * mean ** 2 + 15,
    });
    expect(digits(welch(sixUnits(0), sixUnits(4.587))?.p, 3)).toBe(0.001);
    expect(digits(welch(sixUnits(0), sixUnits(2.228))?.p, 3)).toBe(0.05);
  });
});
