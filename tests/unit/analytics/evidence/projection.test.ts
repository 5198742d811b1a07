import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priorOf } from '#server/analytics/evidence/posterior.ts';
import { projectedRevenue } from '#server/analytics/evidence/projection.ts';
import { expectedIn, sampleOf, shareOfRuns, valuesOf } from './random-samples.ts';

const shop = { rate: 0.03, median: 80, spread: 0.7 };
const full = expectedIn(shop, 50_000);
const prior = priorOf(full);

describe('the projected revenue', () => {
  it('is the arrived revenue over its settled share where that is large', () => {
    const projection = projectedRevenue({ ...full, clicks: 100_000 }, prior, 0.5);
    expect((projection?.amount ?? 0) / (full.revenue * 2)).toBeCloseTo(1, 3);
  });

  it('is the average of the whole where little has settled', () => {
    const nothing = sampleOf(10, []);
    const { amount = 0 } = projectedRevenue(nothing, prior, 0.2) ?? {};
    expect(amount / (0.8 * 10 * shop.rate * (full.revenue / full.conversions))).toBeCloseTo(
      16.67 / (16.67 + 2),
      2,
    );
    const smallSample = sampleOf(10, [200]);
    expect(projectedRevenue(smallSample, prior, 0.2)?.amount).toBeLessThan(400);
  });

  it('is missing while less than a tenth is settled', () => {
    expect(projectedRevenue(sampleOf(1_000, [200]), prior, 0.09)).toBeNull();
  });

  it('is never below the arrived revenue, and equal to it in the end', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.array(fc.double({ min: 0.01, max: 900, noNaN: true }), { maxLength: 40 }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (clicks, values, settled) => {
          const cohort = sampleOf(clicks, values);
          const { low = 0, amount = 0, high = 0 } = projectedRevenue(cohort, prior, settled) ?? {};
          expect(low).toBeGreaterThanOrEqual(cohort.revenue);
          expect(amount).toBeGreaterThanOrEqual(low);
          expect(high).toBeGreaterThanOrEqual(amount);
          expect(projectedRevenue(cohort, prior, 1)).toEqual({
            amount: cohort.revenue,
            low: cohort.revenue,
            high: cohort.revenue,
          });
        },
      ),
    );
  });

  it.each([0.2, 0.5, 0.9])(
    'contains the final value in 92 to 98 of 100 cases, %s settled',
    (settled) => {
      const share = shareOfRuns(2_000, (random) => {
        const values = valuesOf(shop, 800, random);
        const arrived = values.filter(() => random.next() < settled);
        const end = values.reduce((sum, value) => sum + value, 0);
        const { low = 0, high = 0 } =
          projectedRevenue(sampleOf(800, arrived), prior, settled) ?? {};
        return low <= end && end <= high;
      });
      expect(share).toBeGreaterThanOrEqual(0.92);
      expect(share).toBeLessThanOrEqual(0.98);
    },
  );
});
