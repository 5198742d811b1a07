import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedTotal } from '#server/analytics/reports/exact-sums.ts';
import { sharedAmounts } from '#server/analytics/reports/shared-amounts.ts';

describe('amounts that are rounded together', () => {
  it('give the cents that are left to the largest remainders', () => {
    const third = '3.3333333333';
    expect(sharedAmounts([third, third, third], 2)).toEqual([3.34, 3.33, 3.33]);
    expect(sharedAmounts(['0.0066666667', '0.0033333333'], 2)).toEqual([0.01, 0]);
    expect(sharedAmounts([null, '-1.005', '2.005'], 2)).toEqual([0, -1, 2]);
    expect(sharedAmounts(['1.0005', '1'], 3)).toEqual([1.001, 1]);
    expect(sharedTotal(['5.0025', '5.0024999999'], 2)).toBe(10.01);
  });

  it('add up to the cents of the whole, each within a cent of its own', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 40 }),
        (units, parts) => {
          const whole = parts.reduce((sum, one) => sum + one, 0);
          const amounts = parts.map((part) => ((units / 10_000) * (part / whole)).toFixed(10));
          const shares = sharedAmounts(amounts, 2);
          const sum = shares.reduce((all, one) => all + Math.round(one * 100), 0);
          expect(sum).toBe(Math.round(units / 100));
          for (const [index, share] of shares.entries()) {
            expect(Math.abs(share - Number(amounts[index]))).toBeLessThan(0.01 + 1e-8);
          }
        },
      ),
    );
  });
});
