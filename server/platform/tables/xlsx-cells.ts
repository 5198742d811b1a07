import { type Cell, type Column, isIdColumn, isMoney, isTimeColumn } from './table.ts';

/** The number formats of cells, by their place in the style sheet; the program writes them in its language. */
export const cellFormats = [
  'General',
  '@',
  '#,##0',
  '#,##0.0000',
  '#,##0.00',
  '#,##0.000',
  '0.0000',
  'yyyy-mm-dd',
  'yyyy-mm',
  'yyyy-mm-dd hh:mm:ss',
] as const;
type CellFormat = (typeof cellFormats)[number];

/** The style of the header comes after the formats. */
const headerStyle = cellFormats.length;

/** Excel refuses files with longer cells. */
const longestText = 32_767;
const dayLength = 86_400_000;
/** 1970-01-01, counted in days from the first day that spreadsheets know. */
const firstDay = 25_569;

/** One cell by its column and row, such as `B12`; empty for an unknown value. */
export function cellXml(cell: Cell, column: Column, at: string): string {
  if (cell === null) return '';
  if (isMoney(cell)) return number(at, cell.amount, cell.places === 3 ? '#,##0.000' : '#,##0.00');
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'number') {
    return isIdColumn(column) ? text(at, String(cell)) : number(at, cell, formatOf(cell, column));
  }
  return (isTimeColumn(column) ? timeXml(at, cell) : null) ?? text(at, cell);
}

/** The header, whose cells look different. */
export const headerXml = (name: string, at: string): string => text(at, name, headerStyle);

function formatOf(value: number, { kind }: Column): CellFormat {
  if (kind === 'ratio') return '0.0000';
  if (kind === 'count') return Number.isInteger(value) ? '#,##0' : '#,##0.0000';
  return 'General';
}

const number = (at: string, value: number, format: CellFormat): string =>
  `<c r="${at}" s="${cellFormats.indexOf(format)}"><v>${value}</v></c>`;

const text = (at: string, value: string, style: number = cellFormats.indexOf('@')): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

/**
 * A day, month or instant as a date. Spreadsheets know no zones: an instant is shown as UTC, and an hour with an offset
 * as the clocks there show it.
 */
function timeXml(at: string, value: string): string | null {
  const [, month, day, time] = /^(\d{4}-\d\d)(-\d\d(T\d\d:\d\d.*)?)?$/.exec(value) ?? [];
  if (month === undefined) return null;
  const format = time ? 'yyyy-mm-dd hh:mm:ss' : day ? 'yyyy-mm-dd' : 'yyyy-mm';
  const shown = time ? `${value.replace(/(Z|[+-]\d\d:?\d\d)$/, '')}Z` : value;
  const instant = Date.parse(shown);
  if (!Number.isFinite(instant)) return null;
  return number(at, instant / dayLength + firstDay, format);
}

/** What XML cannot hold is written as `_x0007_`, and a text that looks so has its underscore escaped. */
const escaped = (value: string): string =>
  (value.length > longestText ? `${value.slice(0, longestText - 1)}…` : value)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, coded)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const coded = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
