import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from '#contract/analytics/export.ts';

const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/** Characters that a spreadsheet skips or does not show. */
const unseen = [
  '',
  ' ',
  '\t',
  '\u00a0',
  '\u200b',
  '\u200e',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u061c',
];
const risky = starts.flatMap((start) => unseen.map((one) => `${one}${start}1+1`));

it.each(risky)('the text %j begins no formula', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
});

it('every text is restored, whatever stands before it', () => {
  const text = fc.tuple(fc.array(fc.constantFrom(...unseen, "'", ...starts)), fc.string());
  fc.assert(
    fc.property(text, ([before, rest]) => {
      const whole = before.join('') + rest;
      expect(unescapeFormula(escapeFormula(whole))).toBe(whole);
    }),
  );
});
