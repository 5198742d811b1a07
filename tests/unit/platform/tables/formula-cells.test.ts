import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from '#server/platform/tables/spreadsheet-text.ts';

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

/** Every character that is not shown, or shown as a blank. */
const invisible = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((one) => /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(one));

it.each([...starts, '\t', '\r', '\n', '\t=', '﹢', '﹣', '﹦', '﹫'])(
  'no character that is not shown hides %j',
  (start) => {
    const open = invisible.filter((one) => !escapeFormula(`${one}${start}1`).startsWith("'"));
    expect(open.map((one) => one.codePointAt(0)?.toString(16))).toEqual([]);
  },
);

it('every text is restored, whatever stands before it', () => {
  const text = fc.tuple(fc.array(fc.constantFrom(...unseen, "'", ...starts)), fc.string());
  fc.assert(
    fc.property(text, ([before, rest]) => {
      const whole = before.join('') + rest;
      expect(unescapeFormula(escapeFormula(whole))).toBe(whole);
    }),
  );
});
