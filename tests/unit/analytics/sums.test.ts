import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumOf } from '#server/analytics/reports/exact-sums.ts';

const Exact = Decimal.clone({ precision: 80 });

const text = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
    fc.option(fc.stringMatching(/^\d{1,14}$/)),
  )
  .map(([sign, full, fraction]) => `${sign}${full}${fraction === null ? '' : `.${fraction}`}`);

it('adds figures exactly, with any number of decimals', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text), { maxLength: 40 }), (texts) => {
      const exact = texts.reduce((sum, one) => sum.add(one ?? 0), new Exact(0));
      expect(new Exact(sumOf(texts)).equals(exact)).toBe(true);
    }),
  );
});

it('formats as a person would write', () => {
  expect(sumOf(['0.1', '0.2', null, undefined])).toBe('0.3');
  expect(sumOf(['12.5000', '-0.5'])).toBe('12');
  expect(sumOf(['1e-7', '1'])).toBe('1.0000001');
  expect(sumOf([])).toBe('0');
});
