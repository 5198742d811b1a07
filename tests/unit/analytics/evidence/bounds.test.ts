import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bounds,
  conversionRateBounds,
  cpaBounds,
  roasBounds,
} from '#server/analytics/evidence/bounds.ts';
import { priorOf, type Sample } from '#server/analytics/evidence/posterior.ts';
import {
  type Distribution,
  expectedIn,
  meanValue,
  sampleOf,
  shareOfRuns,
  valuesOf,
} from './random-samples.ts';

const total: Sample = { clicks: 7804, conversions: 212, revenue: 18_240.5, squares: 2_104_500.25 };
const prior = priorOf(total);

type Expected = [sample: Sample, cost: number, rate: Bounds, cpa: Bounds, roas: Bounds];
// SciPy 1.17: beta.ppf and gamma.ppf of the posteriors as docs/evidence.md has them.
const golden: Expected[] = [
  [
    { clicks: 2811, conversions: 96, revenue: 8210, squares: 951_234.5 },
    2400,
    { low: 0.027737179470980446, high: 0.04109845719298537 },
    { low: 20.70330302381713, high: 30.88741330929323 },
    { low: 2.6696912802462736, high: 4.253764548311313 },
  ],
  [
    { clicks: 40, conversions: 1, revenue: 59.9, squares: 59.9 ** 2 },
    51,
    { low: 0.001886036342964939, high: 0.07852897874014728 },
    { low: 15.931536577072217, high: 690.1653833732631 },
    { low: 0.05213126515748979, high: 4.8127497985266645 },
  ],
  [
    { clicks: 350, conversions: 0, revenue: 0, squares: 0 },
    120,
    { low: 0, high: 0.0068090338988003865 },
    { low: 50.28398630857087, high: null },
    { low: 0, high: 1.9557682342027463 },
  ],
];

const isNear = (found: Bounds, expected: Bounds) => {
  for (const end of ['low', 'high'] as const) {
    if (expected[end] === null || expected[end] === 0) expect(found[end]).toBe(expected[end]);
    else expect(found[end]).toBeCloseTo(expected[end], 8);
  }
};

const samples = fc
  .record({
    clicks: fc.nat(20_000),
    values: fc.array(fc.double({ min: 0.01, max: 5_000, noNaN: true }), { maxLength: 60 }),
  })
  .map(({ clicks, values }) => sampleOf(clicks, values));
const costs = fc.double({ min: 0.01, max: 1e6, noNaN: true });

const many = (sample: Sample, times: number): Sample => ({
  clicks: sample.clicks * times,
  conversions: sample.conversions * times,
  revenue: sample.revenue * times,
  squares: sample.squares * times,
});
const holds = ({ low, high }: Bounds, figure: number) =>
  (low ?? Number.NEGATIVE_INFINITY) <= figure && figure <= (high ?? Number.POSITIVE_INFINITY);

describe('the bounds of a figure', () => {
  it.each(golden)('agree with SciPy for %o', (sample, cost, rate, cpa, roas) => {
    isNear(conversionRateBounds(sample, prior), rate);
    isNear(cpaBounds(sample, prior, cost), cpa);
    isNear(roasBounds(sample, prior, cost), roas);
  });

  it('always contain the figure itself', () => {
    fc.assert(
      fc.property(samples, samples, costs, (sample, full, cost) => {
        const learned = priorOf(full);
        const { clicks, conversions, revenue } = sample;
        if (clicks > 0) {
          expect(holds(conversionRateBounds(sample, learned), conversions / clicks)).toBe(true);
        }
        if (conversions > 0) {
          expect(holds(cpaBounds(sample, learned, cost), cost / conversions)).toBe(true);
        }
        expect(holds(roasBounds(sample, learned, cost), revenue / cost)).toBe(true);
      }),
    );
  });

  it('narrow with more data', () => {
    const rich = samples.filter(
      ({ clicks, conversions }) => conversions > 1 && clicks > 2 * conversions,
    );
    fc.assert(
      fc.property(rich, costs, fc.integer({ min: 2, max: 50 }), (sample, cost, times) => {
        const learned = priorOf(sample);
        for (const bounds of [conversionRateBounds, cpaBounds, roasBounds]) {
          const width = (of: Sample, spent: number) => {
            const { low, high } = bounds(of, learned, spent);
            return (high ?? 0) / (low ?? 0);
          };
          expect(width(many(sample, times), cost * times)).toBeLessThan(width(sample, cost));
        }
      }),
    );
  });

  it.each<[name: string, shop: Distribution, clicks: number]>([
    ['like orders', { rate: 0.03, median: 80, spread: 0.1 }, 1_000],
    ['different orders', { rate: 0.03, median: 80, spread: 0.7 }, 1_000],
    ['few orders', { rate: 0.03, median: 40, spread: 0.7 }, 400],
    ['many orders', { rate: 0.03, median: 40, spread: 1 }, 3_000],
    ['rare orders', { rate: 0.01, median: 200, spread: 0.5 }, 2_000],
  ])('contain the truth in 92 to 98 of 100 cases: %s', (_name, shop, clicks) => {
    const cost = clicks * 0.4;
    /** The other campaigns do a little worse. */
    const learned = priorOf(expectedIn({ ...shop, rate: shop.rate * 0.8 }, 50_000));
    const covers = (
      bounds: (sample: Sample, prior: Sample, cost: number) => Bounds,
      truth: number,
    ) =>
      shareOfRuns(2_000, (random) =>
        holds(bounds(sampleOf(clicks, valuesOf(shop, clicks, random)), learned, cost), truth),
      );
    const shares = [
      covers(conversionRateBounds, shop.rate),
      covers(cpaBounds, cost / (clicks * shop.rate)),
      covers(roasBounds, (clicks * shop.rate * meanValue(shop)) / cost),
    ];
    for (const share of shares) {
      expect(share).toBeGreaterThanOrEqual(0.92);
      expect(share).toBeLessThanOrEqual(0.98);
    }
  });

  it('are missing where they would mean nothing', () => {
    const none = { low: null, high: null };
    const order = sampleOf(0, [50, 70]);
    expect(conversionRateBounds(order, prior)).toEqual(none);
    expect(cpaBounds(order, prior, 0)).toEqual(none);
    expect(roasBounds(order, prior, 0)).toEqual(none);
    const nothing = sampleOf(500, []);
    expect(roasBounds(nothing, priorOf(nothing), 100)).toEqual(none);
    expect(conversionRateBounds(nothing, priorOf(nothing)).high).toBeCloseTo(0.005, 4);
  });

  it('do not narrow with clicks that could not have brought the conversions', () => {
    const { low, high } = roasBounds(sampleOf(1, [50, 70, 60]), prior, 100);
    expect(low).toBeGreaterThan(0.4);
    expect(high).toBeGreaterThan(4);
  });
});
