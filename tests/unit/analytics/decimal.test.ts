import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundDecimal } from '#contract/decimal.ts';

describe('rounding decimal texts', () => {
  it.each([
    ['5.005', 2, 5.01],
    ['1.005', 2, 1.01],
    ['-1.005', 2, -1.01],
    ['0.0049999', 2, 0],
    ['-0.004', 2, 0],
    ['18240.5', 2, 18_240.5],
    ['7', 0, 7],
    ['2.5', 0, 3],
    ['-2.5', 0, -3],
    ['0.99995', 4, 1],
    ['1e3', 2, 1_000],
  ])('%s to %d places is %d', (text, places, number) => {
    expect(roundDecimal(text, places)).toBe(number);
  });

  it('equals exact arithmetic', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 4 }),
        (value, scale, places) => {
          const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
          const text = `${value < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
          const [top, bottom] = [
            (value < 0n ? -value : value) * 10n ** BigInt(places),
            10n ** BigInt(scale),
          ];
          const exact = (2n * top + bottom) / (2n * bottom);
          const expected = Number(`${exact}e-${places}`) * (value < 0n ? -1 : 1);
          expect(roundDecimal(text, places)).toBe(expected === 0 ? 0 : expected);
        },
      ),
      { seed: 20_261_120, numRuns: 2_000 },
    );
  });
});
