/**
 * A leading apostrophe escapes a text that a spreadsheet would run as a formula, also after invisible characters. A
 * text that begins with an apostrophe is escaped too, so that removing one leading apostrophe from every text restores
 * all of them.
 */
const risky =
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*['=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\t\r\n]/u;
const escaped = (text: string): string => `'${text}`;

export const escapeFormula = (text: string): string => (risky.test(text) ? escaped(text) : text);
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") ? text.slice(1) : text;

/** Spreadsheets keep fifteen digits of a number and no zeros before it, and read days of ISO 8601 as these days. */
const kept = /^(0|[1-9]\d{0,14}|\d{4}-\d\d-\d\d)$/;
/** Numbers, shares, amounts, days and times, as some language writes them. */
const figure = /^(?=.*\p{Nd})[\p{Nd}\p{Sc}\s.,:/%+\-–()'’eE]+$/u;
const clock = /^\d{1,2}(:\d\d){0,2}\s*[ap]m?$/i;
/** `MAR1`, `1-Sep`, `Dec 2026`: a word between digits that may be a month. */
const dated = /^(?:\d{1,4}[\s./-]*(\p{L}+)[\s./,-]*\d{0,4}|(\p{L}+)\.?[\s./,-]*\d[\d\s./,-]*)$/u;
const languages = ['en', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da'];
const lengths = ['long', 'short'] as const;
let months: Set<string> | undefined;
/** The names of months in the languages of most spreadsheets. */
const monthNames = (): Set<string> =>
  new Set(
    languages.flatMap((language) =>
      lengths.flatMap((month) => {
        const { format } = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, index) =>
          format(Date.UTC(2026, index)).toLowerCase().replace('.', ''),
        );
      }),
    ),
  );

function isDated(text: string): boolean {
  const [, after, before] = dated.exec(text) ?? [];
  const name = after ?? before;
  if (name === undefined) return false;
  months ??= monthNames();
  return months.has(name.toLowerCase());
}

const word = /^(true|false|wahr|falsch|vrai|faux|verdadero|falso|vero)$/i;

/** Whether a spreadsheet would show another text: `120208000000000001` as 1.2E+17, `007` as 7, `3-4` as a day. */
const isChanged = (text: string): boolean =>
  !kept.test(text) && (figure.test(text) || clock.test(text) || isDated(text) || word.test(text));

/** A text that no spreadsheet runs or changes: escaped by an apostrophe where needed. */
export const spreadsheetText = (text: string): string =>
  risky.test(text) || isChanged(text) ? escaped(text) : text;
