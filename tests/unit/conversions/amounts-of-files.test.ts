import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecimalMark } from '#contract/amount-text.ts';
import { adjustmentFormSchema } from '#contract/conversions/decisions.ts';
import { decimalsOf } from '#contract/currency-decimals.ts';
import { readNetworkFile } from '#server/conversions/network-file.ts';
import { byColumnName } from '#server/import/events.ts';
import { createFormatFinder, type FormatReader, readerOf } from '#server/import/file-formats.ts';
import { Refusal } from '#server/platform/refusal.ts';

const currencies = ['USD', 'EUR', 'INR', 'JPY', 'KWD', 'CLF'];
const amountFields = ['value', 'payout', 'spend'] as const;

/** The amounts of a file, or the one that has two readings. */
type Reading = { amounts: (string | null)[] } | { unclear: string };

/** A file as the comparison with a network reads it. */
function reconciled(texts: readonly string[], currency: string): Reading {
  const csv = ['id;value', ...texts.map((text, index) => `o-${index};"${text}"`)].join('\n');
  try {
    return { amounts: readNetworkFile(csv, {}, currency).lines.map(({ value }) => value) };
  } catch (error) {
    const asked = error instanceof Refusal ? error.body.decimal : null;
    if (!asked) throw error;
    return { unclear: /"(.*)"/.exec(String(asked))?.[1] ?? '' };
  }
}

/** The same file as an import reads it, with its amounts as sales, payouts or costs. */
function imported(
  texts: readonly string[],
  currency: string,
  field: (typeof amountFields)[number],
): Reading {
  const read = (formats: FormatReader) =>
    texts.map((text) => {
      const row = { event_name: 'purchase', date: '2026-11-20', currency, [field]: text };
      const [outcome] = byColumnName(formats, () => undefined)(row);
      const amount = outcome && 'event' in outcome ? outcome.event[field] : null;
      return typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount) ? amount : null;
    });
  const finder = createFormatFinder({ decimal: null, dates: null });
  read(finder);
  const found = finder.found();
  return 'formats' in found
    ? { amounts: read(readerOf(found.formats)) }
    : { unclear: found.unclear };
}

const wholes = ['0', '7', '12', '999', '1000', '12345', '1234567', '100000000'];
const signs = [
  (text: string) => text,
  (text: string) => `-${text}`,
  (text: string) => `\u2212${text}`,
  (text: string) => `+${text}`,
  (text: string) => `(${text})`,
];

/** Each way to write amounts of a currency in a file with this decimal mark, and its value. */
function spellingsOf(currency: string, mark: DecimalMark): Map<string, string> {
  const [decimal, group] = mark === 'dot' ? ['.', ','] : [',', '.'];
  const decimals = '4375'.slice(0, decimalsOf(currency));
  const spellings = new Map<string, string>();
  for (const whole of wholes) {
    for (const by of ['', group, ' ', '\u00a0', '\u202f', "'", '’']) {
      const digits = whole.replace(/\B(?=(\d{3})+$)/g, by ?? '');
      const right = `${whole}${decimals && `.${decimals}`}`;
      for (const signed of signs) {
        const text = signed(`${digits}${decimals && `${decimal}${decimals}`}`);
        spellings.set(text, /^[-\u2212(]/.test(text) ? `-${right}` : right);
      }
    }
  }
  return spellings;
}

describe('a file of amounts', () => {
  it.each(currencies)('in %s has the same, exact amounts for every reader', (currency) => {
    for (const mark of ['dot', 'comma'] as const) {
      const spellings = spellingsOf(currency, mark);
      expect(spellings.size).toBeGreaterThanOrEqual(100);
      const texts = [...spellings.keys()];
      const right = { amounts: [...spellings.values()] };
      expect(reconciled(texts, currency)).toEqual(right);
      for (const field of amountFields) expect(imported(texts, currency, field)).toEqual(right);
    }
  });

  it('is read or asked for in the same way by every reader, whatever it holds', () => {
    const amount = fc
      .stringMatching(/^-?\d{0,4}([., ]\d{1,4}){0,3}$/)
      .filter((text) => text !== '');
    const files = fc.array(amount, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(files, fc.constantFrom(...currencies), (texts, currency) => {
        const reading = reconciled(texts, currency);
        for (const field of amountFields) {
          expect(imported(texts, currency, field)).toEqual(reading);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the correction form', () => {
  it.each(currencies)('reads amounts in %s as a file with dots', (currency) => {
    for (const [text, right] of spellingsOf(currency, 'dot')) {
      const form = { amount_revenue: text, reason_code: 'refund', effective_date: '2026-11-20' };
      const read = adjustmentFormSchema.safeParse({ ...form, amount_payout: '1', note: 'n' });
      expect(read.data?.amount_revenue, text).toBe(right);
    }
  });
});
