import { isCurrency } from '#contract/currency.ts';
import { textMap } from '#contract/text-map.ts';

/** The currencies of a symbol; several countries use dollars or crowns. */
const signs = textMap<readonly string[]>({
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'CLP', 'COP', 'ARS'],
  us$: ['USD'],
  ca$: ['CAD'],
  c$: ['CAD'],
  au$: ['AUD'],
  a$: ['AUD'],
  nz$: ['NZD'],
  hk$: ['HKD'],
  s$: ['SGD'],
  r$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '₴': ['UAH'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  fr: ['CHF'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
});

/** The currencies of a word or symbol; empty for an unknown one. */
export function currenciesOf(word: string): readonly string[] {
  const code = word.toUpperCase();
  return isCurrency(code) ? [code] : (signs.get(word.toLowerCase()) ?? []);
}

/** The text around the digits of an amount, such as `€` or `USD`. */
export const wordsIn = (amount: string): string[] => amount.match(/[\p{L}\p{Sc}]+/gu) ?? [];

/** The currency at the end of a column's name: `Revenue (USD)`, `amount_eur`, `Total €`. `Sale all` names none. */
export function currencyIn(head: string): string {
  const [, before = '', last = ''] = /^(.*[^\p{L}])(\p{L}{3}|\p{Sc})[^\p{L}]*$/u.exec(head) ?? [];
  const isMarked = last === last.toUpperCase() || /[_([]$/.test(before);
  return isMarked && currenciesOf(last).length > 0 ? last : '';
}

export function withoutCurrency(head: string): string {
  const named = currencyIn(head);
  return named === '' ? head : head.slice(0, head.lastIndexOf(named));
}

/** The first of these words that means another currency than the project's, as it is displayed. */
export function foreignAmong(words: readonly string[], currency: string): string | null {
  const foreign = words.find((word) => {
    const currencies = currenciesOf(word);
    return word.trim() !== '' && !currencies.includes(currency);
  });
  return foreign === undefined ? null : (currenciesOf(foreign)[0] ?? foreign.slice(0, 60));
}
