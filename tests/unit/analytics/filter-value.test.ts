import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bareValue,
  excludedValue,
  includedValue,
  isExcluded,
  splitValues,
} from '#contract/analytics/filter-value.ts';
import { selectionFilters } from '#server/analytics/compiler/scope-filter.ts';

const values = fc
  .string({ minLength: 1 })
  .chain((text) => fc.constantFrom(text, `-${text}`, `\\${text}`));

it('includes and excludes any value, whatever it begins with', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect([includedValue(value), excludedValue(value)].map(bareValue)).toEqual([value, value]);
      expect([includedValue(value), excludedValue(value)].map(isExcluded)).toEqual([false, true]);
      expect(splitValues([excludedValue(value), includedValue(value)])).toEqual({
        only: [value],
        without: [value],
      });
    }),
  );
});

it('returns the values without signs', () => {
  expect(selectionFilters({ campaign_id: ['\\-50', 'spring', '--60', '-autumn'] })).toEqual([
    { member: 'campaign_id', operator: 'equals', values: ['-50', 'spring'] },
    { member: 'campaign_id', operator: 'notEquals', values: ['-60', 'autumn'] },
  ]);
});
