import { decimalsOf } from './currency-decimals.ts';

export const decimalMarks = ['comma', 'dot'] as const;
/** The character before the decimals of the amounts of a file. */
export type DecimalMark = (typeof decimalMarks)[number];

const markIn = { comma: ',', dot: '.' } as const;

/**
 * The sign, digits, commas and dots of an amount; without words and symbols around them, blanks and apostrophes between
 * them. `(12)` is negative. Null for a text that is no amount, such as `1e5`.
 */
function figuresIn(text: string): { sign: string; digits: string } | null {
  if (!/^[\p{L}\p{Sc}\d.,()\s'’+−–-]*$/u.test(text)) return null;
  if (/\d.*\p{L}.*\d/u.test(text) || !areSpacedGroups(text)) return null;
  const bare = text
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/\p{L}+(?:\.(?!\d)|(?<=\b(?:rs|kr|fr))\.)?/giu, '')
    .replaceAll(/[^\d.,()+-]/g, '');
  const [, inBrackets] = /^\(([\d.,]+)\)$/.exec(bare) ?? [];
  if (inBrackets !== undefined) return { sign: '-', digits: inBrackets };
  const [, sign = '', digits] = /^([+-]?)([\d.,]+)$/.exec(bare) ?? [];
  return digits === undefined ? null : { sign: sign === '-' ? '-' : '', digits };
}

/** Whether all blanks and apostrophes between digits separate thousands; `10 20` is two numbers. */
const areSpacedGroups = (text: string): boolean =>
  (text.match(/\d+(?:[\s'’]+\d+)+/g) ?? []).every((digits) =>
    /^\d{1,3}(?:[\s'’]\d{2,3})*[\s'’]\d{3}$/.test(digits),
  );

/** Groups of thousands, also of two digits as in India. */
const areGroups = (text: string, mark: string): boolean =>
  mark === ',' ? /^\d{1,3}(,\d{2,3})*,\d{3}$/.test(text) : /^\d{1,3}(\.\d{3})+$/.test(text);

/** An amount as decimal text, exactly as it is written, where its file has this decimal mark; null for no amount. */
export function readAmount(text: string, mark: DecimalMark): string | null {
  const found = figuresIn(text);
  if (!found) return null;
  const [whole = '', decimals, ...rest] = found.digits.split(markIn[mark]);
  const group = mark === 'dot' ? ',' : '.';
  if (rest.length > 0 || (decimals !== undefined && !/^\d*$/.test(decimals))) return null;
  const isGrouped = whole.includes(group);
  if (isGrouped ? !areGroups(whole, group) : !/^\d*$/.test(whole)) return null;
  if (whole === '' && !decimals) return null;
  const digits = whole.replaceAll(group, '').replace(/^0+(?=\d)/, '') || '0';
  return `${found.sign}${digits}${decimals ? `.${decimals}` : ''}`;
}

/** The same for a place that takes no currency: an amount with a word or a symbol is none. */
export const readBareAmount = (text: string, mark: DecimalMark): string | null =>
  isBare(text) ? readAmount(text, mark) : null;

export const isBare = (text: string): boolean => !/[\p{L}\p{Sc}]/u.test(text);

/** What an amount says about the decimal mark of its file; null for none, `open` where it may have either. */
function markFrom(text: string, currency: string): DecimalMark | 'open' | null {
  const digits = figuresIn(text)?.digits;
  if (digits === undefined || !decimalMarks.some((mark) => readAmount(text, mark))) return null;
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots + commas === 0) return null;
  const last: DecimalMark = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? 'comma' : 'dot';
  if (dots > 0 && commas > 0) return last;
  const other: DecimalMark = last === 'comma' ? 'dot' : 'comma';
  if (dots + commas > 1) return other;
  const [before = '', after = ''] = digits.split(markIn[last]);
  if (after.length !== 3 || before.length > 3 || before === '' || before.startsWith('0')) {
    return last;
  }
  const places = decimalsOf(currency);
  if (places === 0) return other;
  return places > 2 && last === 'dot' ? last : 'open';
}

/** Finds the decimal mark that all amounts of a file share. */
export type MarkFinder = {
  add(text: string, currency: string): void;
  /** The mark, or an amount that may be read in two ways. */
  found(): { mark: DecimalMark } | { unclear: string };
};

/** An amount such as `1.234` does not tell its mark; another amount of the file may, and none may contradict it. */
export function createMarkFinder(): MarkFinder {
  const samples = new Map<DecimalMark | 'open', string>();
  return {
    add(text, currency) {
      const mark = markFrom(text, currency);
      if (mark !== null && !samples.has(mark)) samples.set(mark, text);
    },
    found() {
      const [comma, dot] = [samples.get('comma'), samples.get('dot')];
      if (comma !== undefined && dot !== undefined) return { unclear: comma };
      if (comma !== undefined) return { mark: 'comma' };
      if (dot !== undefined) return { mark: 'dot' };
      const open = samples.get('open');
      return open === undefined ? { mark: 'dot' } : { unclear: open };
    },
  };
}
