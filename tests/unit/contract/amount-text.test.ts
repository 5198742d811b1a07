import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkFinder, type DecimalMark, readAmount } from '#contract/amount-text.ts';
import { decimalsOf } from '#contract/currency-decimals.ts';

const markOf = (texts: readonly string[], currency = 'USD') => {
  const finder = createMarkFinder();
  for (const text of texts) finder.add(text, currency);
  return finder.found();
};

const currencies = ['USD', 'EUR', 'INR', 'JPY', 'KWD', 'CLF'];
const amounts = [
  '0',
  '7',
  '12',
  '999',
  '1000',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '100000000',
];
const around = [
  (text: string) => text,
  (text: string) => ` ${text} `,
  (text: string) => `-${text}`,
  (text: string) => `\u2212${text}`,
  (text: string) => `+${text}`,
  (text: string) => `(${text})`,
  (text: string) => `$${text}`,
  (text: string) => `${text} €`,
  (text: string) => `${text} KWD`,
  (text: string) => `USD ${text}`,
];
const grouped = (whole: string, by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by);

describe('an amount', () => {
  it.each(currencies)('of %s is read exactly, however it is written', (currency) => {
    const places = decimalsOf(currency);
    for (const mark of ['dot', 'comma'] satisfies DecimalMark[]) {
      const [decimal, group] = mark === 'dot' ? ['.', ','] : [',', '.'];
      for (const whole of amounts) {
        for (const write of around) {
          for (const by of ['', group ?? '', ' ', '\u00a0', '\u202f', "'", '’']) {
            const decimals = '4375'.slice(0, places);
            const text = write(`${grouped(whole, by)}${decimals && `${decimal}${decimals}`}`);
            const isNegative = /^\s*[-\u2212(]/.test(text);
            const right = `${isNegative ? '-' : ''}${whole}${decimals && `.${decimals}`}`;
            expect(readAmount(text, mark), text).toBe(right);
          }
        }
      }
    }
  });

  it.each([
    ['1234.567', 'dot', '1234.567'],
    ['1,234.567', 'dot', '1234.567'],
    ['.125', 'dot', '0.125'],
    ['12,34,567.89', 'dot', '1234567.89'],
    ['12.', 'dot', '12'],
    ['1.2.3', 'dot', null],
    ['1,23', 'dot', null],
    ['1,2345', 'dot', null],
    ['1.234,5', 'dot', null],
    ['1-2', 'dot', null],
    ['12 34', 'dot', null],
    ['10 20', 'comma', null],
    ["1'23", 'dot', null],
    ['1 234 5', 'dot', null],
    ['1.5 3', 'dot', null],
    ['1 234.567 8', 'dot', null],
    ['12 34 567', 'dot', '1234567'],
    ['(-12)', 'dot', null],
    ['', 'dot', null],
    ['.', 'dot', null],
    ['12 %', 'dot', null],
    ['1e5', 'dot', null],
    ['1.5e3', 'dot', null],
    ['USD 12 EUR 5', 'dot', null],
    ['USD.50', 'dot', '0.50'],
    ['Rs.50', 'dot', '50'],
    ['Fr. 12.50', 'dot', '12.50'],
  ] satisfies [string, DecimalMark, string | null][])('%s with a %s is %s', (text, mark, value) => {
    expect(readAmount(text, mark)).toBe(value);
  });

  it('is never read as a thousand times another one', () => {
    const cents = fc.integer({ min: 0, max: 1e12 });
    fc.assert(
      fc.property(
        cents,
        fc.constantFrom('.', ','),
        fc.constantFrom('', ' '),
        (number, mark, by) => {
          const whole = grouped(String(Math.floor(number / 100)), by);
          const text = `${whole}${mark}${String(number % 100).padStart(2, '0')}`;
          const found = markOf([text]);
          if (!('mark' in found)) throw new Error(`${text} is unclear.`);
          expect(Math.round(Number(readAmount(text, found.mark)) * 100)).toBe(number);
        },
      ),
    );
  });
});

describe('the decimal mark of a file', () => {
  it.each([
    [['1234.567'], 'USD', 'dot'],
    [['1,234.567'], 'EUR', 'dot'],
    [['.125'], 'EUR', 'dot'],
    [['0,125'], 'EUR', 'comma'],
    [['12.500'], 'KWD', 'dot'],
    [['1,234'], 'JPY', 'dot'],
    [['1.234'], 'JPY', 'comma'],
    [['1.234.567'], 'EUR', 'comma'],
    [['1,234', '12.50'], 'EUR', 'dot'],
    [['1.234', '12,50'], 'EUR', 'comma'],
    [['7', '12'], 'EUR', 'dot'],
    [['12,50', '12.10.2026'], 'EUR', 'comma'],
  ])('of %j in %s is %s', (texts, currency, mark) => {
    expect(markOf(texts, currency)).toEqual({ mark });
  });

  it.each([
    [['1.234'], 'EUR', '1.234'],
    [['1,234', '7'], 'USD', '1,234'],
    [['12,500'], 'KWD', '12,500'],
    [['12,50', '12.50'], 'EUR', '12,50'],
    [['..', '1.234', '2.500'], 'USD', '1.234'],
  ])('of %j in %s is asked for', (texts, currency, unclear) => {
    expect(markOf(texts, currency)).toEqual({ unclear });
  });
});
