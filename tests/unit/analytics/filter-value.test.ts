import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bareValue,
  isLeftOut,
  leftOut,
  parted,
  takenIn,
} from '#contract/analytics/filter-value.ts';
import { chosenFilters } from '#server/analytics/compiler/scope-filter.ts';

const values = fc
  .string({ minLength: 1 })
  .chain((text) => fc.constantFrom(text, `-${text}`, `\\${text}`));

it('takes in and leaves out any value, whatever it begins with', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect([takenIn(value), leftOut(value)].map(bareValue)).toEqual([value, value]);
      expect([takenIn(value), leftOut(value)].map(isLeftOut)).toEqual([false, true]);
      expect(parted([leftOut(value), takenIn(value)])).toEqual({ only: [value], without: [value] });
    }),
  );
});

it('asks for the values themselves', () => {
  expect(chosenFilters({ campaign_id: ['\\-50', 'spring', '--60', '-autumn'] })).toEqual([
    { member: 'campaign_id', operator: 'equals', values: ['-50', 'spring'] },
    { member: 'campaign_id', operator: 'notEquals', values: ['-60', 'autumn'] },
  ]);
});
