import { ratioPlaces } from '#contract/decimal.ts';
import type { CsvSeparator } from '#contract/table-file.ts';
import { escapeFormula, spreadsheetText } from './spreadsheet-text.ts';
import { type Cell, type Column, isMoney, isTimeColumn, type Notes, type Table } from './table.ts';

/** How the texts of a CSV are read back. */
export const textsNote = [
  'Texts',
  'remove one leading apostrophe from each text that has one to restore the original',
] as const;

const end = '\r\n';
/** So many rows are written at once. */
const batch = 200;

type Style = {
  separator: ',' | ';';
  decimal: '.' | ',';
  /** What stands before everything: Excel takes a file with a byte order mark for UTF-8. */
  mark: string;
  textOf: (text: string, column: Column) => string;
};

/** Days and instants stay as they are, because a spreadsheet should read them as what they are. */
const clean = (text: string, column: Column): string =>
  isTimeColumn(column) ? escapeFormula(text) : spreadsheetText(text);

const styles: Record<CsvSeparator, Style> = {
  comma: { separator: ',', decimal: '.', mark: '', textOf: clean },
  semicolon: { separator: ';', decimal: ',', mark: '\uFEFF', textOf: clean },
};

/** CSV by RFC 4180: a header and the rows. */
export async function* csvOf(table: Table, separator: CsvSeparator): AsyncGenerator<string> {
  yield* written(table, styles[separator]);
}

/** The same after notes that begin with `#`; only formulas are escaped. */
export async function* csvBelowNotes(notes: Notes, table: Table): AsyncGenerator<string> {
  yield notes.map(([name, text]) => `# ${name}: ${text}${end}`).join('');
  yield* written(table, { ...styles.comma, textOf: escapeFormula });
}

async function* written({ columns, rows }: Table, style: Style): AsyncGenerator<string> {
  const { mark, separator } = style;
  yield `${mark}${columns.map(({ name }) => quoted(name)).join(separator)}${end}`;
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(
      columns.map((column, index) => cellText(row[index] ?? null, column, style)).join(separator),
    );
    if (lines.length < batch) continue;
    yield `${lines.join(end)}${end}`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join(end)}${end}`;
}

/** Counts as they are, money with the places of its currency. */
function cellText(cell: Cell, column: Column, { textOf, decimal }: Style): string {
  if (cell === null) return '';
  if (column.kind === 'text') return quoted(textOf(String(cell), column));
  const text = figureText(cell, column);
  return decimal === '.' ? text : text.replace('.', decimal);
}

function figureText(cell: Exclude<Cell, null>, { kind }: Column): string {
  if (isMoney(cell)) return cell.amount.toFixed(cell.places);
  return kind === 'ratio' ? Number(cell).toFixed(ratioPlaces) : String(cell);
}

/** A text with `#` is quoted too, because some readers treat it as a comment. */
const quoted = (text: string): string =>
  text === '' || /[",;\t\r\n#]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
