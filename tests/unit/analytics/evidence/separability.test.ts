import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Gamma, gammaQuantile } from '#server/analytics/evidence/gamma.ts';
import {
  areSeparable,
  clicksToLeave,
  probabilityBelow,
  probabilityOfReaching,
} from '#server/analytics/evidence/separability.ts';

const gamma = (shape: number, mean: number): Gamma => ({ shape, scale: mean / shape });
const gammas = fc
  .tuple(
    fc.double({ min: 0.5, max: 500, noNaN: true }),
    fc.double({ min: 0.01, max: 1e4, noNaN: true }),
  )
  .map(([shape, mean]) => gamma(shape, mean));

describe('decisions', () => {
  // SciPy 1.17: the integral of one density times the other distribution.
  it.each<[a: Gamma, b: Gamma, probability: number]>([
    [{ shape: 12.5, scale: 3 }, { shape: 20, scale: 2.5 }, 0.7958767317365278],
    [{ shape: 0.5, scale: 10 }, { shape: 90, scale: 1 }, 0.9999646983215194],
    [{ shape: 40, scale: 1 }, { shape: 40, scale: 1 }, 0.5],
  ])('have the probability that %o is below %o', (a, b, probability) => {
    expect(probabilityBelow(a, b)).toBeCloseTo(probability, 9);
  });

  it('separate two rows in one direction only', () => {
    fc.assert(
      fc.property(gammas, gammas, (a, b) => {
        expect(probabilityBelow(a, b) + probabilityBelow(b, a)).toBeCloseTo(1, 8);
        expect(areSeparable(a, b) && areSeparable(b, a)).toBe(false);
      }),
    );
    expect(areSeparable(gamma(30, 50), gamma(30, 100))).toBe(true);
    expect(areSeparable(gamma(30, 80), gamma(30, 100))).toBe(false);
  });

  it('have the probability that an amount is reached', () => {
    const revenue = gamma(20, 130);
    expect(probabilityOfReaching(revenue, gammaQuantile(revenue, 0.3))).toBeCloseTo(0.7, 9);
    expect(probabilityOfReaching(revenue, 0)).toBe(1);
  });

  // SciPy 1.17: brentq over gamma.ppf of a posterior with so many times the data.
  it.each<[revenue: Gamma, amount: number, clicks: number, more: number]>([
    [gamma(20, 130), 100, 800, 1738.85],
    [gamma(20, 75), 100, 800, 795.72],
    [gamma(60, 104), 100, 5_000, 207_263.2],
  ])('estimate the clicks that %o needs to leave %s', (revenue, amount, clicks, more) => {
    const found = clicksToLeave(revenue, amount, clicks) ?? 0;
    expect(Math.abs(found / more - 1)).toBeLessThan(0.005);
  });

  it('need no more clicks once decided', () => {
    expect(clicksToLeave(gamma(5, 40), 100, 300)).toBe(0);
    expect(clicksToLeave(gamma(50, 200), 100, 300)).toBe(0);
  });

  it('have no estimate where no number of clicks would be enough', () => {
    expect(clicksToLeave(gamma(50, 100), 100, 300)).toBeNull();
    expect(clicksToLeave(gamma(50, 102), 100, 300)).toBeNull();
    expect(clicksToLeave(gamma(50, 110), 100, 0)).toBeNull();
  });

  it('need at least one click and leave after as many', () => {
    fc.assert(
      fc.property(gammas, fc.double({ min: 0.2, max: 5, noNaN: true }), (revenue, times) => {
        const amount = revenue.shape * revenue.scale * times;
        const more = clicksToLeave(revenue, amount, 1_000);
        if (more === null || more === 0) return;
        const grown = { ...revenue, shape: revenue.shape * (1 + (more * 1.02) / 1_000) };
        const share = (1 + (more * 1.02) / 1_000) * amount;
        expect(clicksToLeave(grown, share, 1_000) ?? 1).toBeLessThanOrEqual(more * 0.05 + 25);
      }),
    );
  });
});
