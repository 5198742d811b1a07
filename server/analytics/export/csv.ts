import { escapeFormula } from '#contract/analytics/export.ts';
import { ratioPlaces } from '#contract/decimal.ts';
import type { Head } from './head.ts';
import { type Cell, type Column, isMoney, type Sheet } from './sheet.ts';

const end = '\r\n';

/** CSV by RFC 4180, after head lines that begin with `#`. */
export function* csvOf(head: Head, { columns, rows }: Sheet): Generator<string> {
  yield head.map(([name, text]) => `# ${name}: ${text}${end}`).join('');
  yield `${columns.map(({ name }) => name).join(',')}${end}`;
  for (const row of rows) {
    yield `${columns.map((column, index) => written(row[index] ?? null, column)).join(',')}${end}`;
  }
}

/**
 * Counts as they are, money with the places of its currency; texts are written so that spreadsheets do not run them
 * as formulas.
 */
function written(cell: Cell, { kind }: Column): string {
  if (cell === null) return '';
  if (kind === 'text') return quoted(escapeFormula(String(cell)));
  if (isMoney(cell)) return cell.amount.toFixed(cell.places);
  if (kind === 'ratio') return Number(cell).toFixed(ratioPlaces);
  return String(cell);
}

/** A text with `#` is quoted too, because some readers treat it as a comment. */
const quoted = (text: string): string =>
  text === '' || /[",;\t\r\n#]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
