import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutOf, cutsOf } from '#views/dashboard/table/cut-names.ts';

const divided = (names: string[]) => {
  const cuts = cutsOf(names);
  return names.map((name) => [name.slice(0, cuts.get(name)), name.slice(cuts.get(name))]);
};

it('leaves short names whole, and keeps the end of a long one', () => {
  expect(cutOf('BF prospecting')).toBe(0);
  expect(divided(['Spring sale for returning buyers, v2'])).toEqual([
    ['Spring sale for returning ', 'buyers, v2'],
  ]);
});

it('keeps in sight what tells names from each other that begin and end alike', () => {
  const [one, two] = divided([
    'US_prospecting_lookalike_video_A_broad_placements_2026',
    'US_prospecting_lookalike_video_B_broad_placements_2026',
  ]);
  expect(one).toEqual(['US_prospecting_lookalike_vid', 'eo_A_broad_placements_2026']);
  expect(two?.[1]).toMatch(/^eo_B/);
});

it('divides no emoji', () => {
  const name = `${'x'.repeat(20)}😀${'y'.repeat(9)}`;
  expect(divided([name])).toEqual([['x'.repeat(20), `😀${'y'.repeat(9)}`]]);
});

it('never leaves out or repeats a character', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 })), (names) => {
      expect(divided(names).map((parts) => parts.join(''))).toEqual(names);
    }),
  );
});
