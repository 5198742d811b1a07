import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Opening } from '#contract/opening.ts';
import { presets } from '#contract/period.ts';
import { readAddress, writeAddress } from '#services/address.ts';

const given = (opening: Opening) =>
  Object.fromEntries(Object.entries(opening).filter(([, value]) => value !== undefined));

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const id = fc.integer({ min: 1, max: 1_000_000 });
const openings: fc.Arbitrary<Opening> = fc.record(
  {
    project: id,
    affiliates: fc.array(id, { minLength: 1, maxLength: 4 }),
    range: fc.oneof(
      fc.constantFrom(...presets),
      fc.tuple(day, day).map((ends) => {
        const [start = '', end = ''] = ends.sort();
        return { start, end };
      }),
    ),
    timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
    comparison: fc.constantFrom('none', 'previous', 'same_elapsed', 'last_year'),
    browserConversions: fc.boolean(),
    uniqueConversions: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('an address', () => {
  it('asks for what was written into it', () => {
    fc.assert(
      fc.property(openings, (opening) => {
        expect(given(readAddress(writeAddress('', opening)))).toEqual(opening);
      }),
    );
  });

  it('never fails, whatever somebody writes', () => {
    fc.assert(fc.property(fc.webQueryParameters(), (query) => void readAddress(`?${query}`)));
    expect(
      given(readAddress('?project=abc&affiliates=1,x&range=ever&timezone=Mars&compare=0&unique=2')),
    ).toEqual({});
    expect(given(readAddress('?start=2026-11-03&end=2026-11-01'))).toEqual({});
  });

  it('keeps what is not ours', () => {
    expect(writeAddress('?utm_source=mail&range=yesterday', { project: 8 })).toBe(
      '?utm_source=mail&project=8',
    );
    expect(writeAddress('?range=yesterday', {})).toBe('');
  });
});
