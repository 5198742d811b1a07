import type { Table } from '../../platform/tables/table.ts';
import type { Sheet } from './sheet.ts';

/** Lines that sum rows up or hold what rows leave out. */
const sums = new Set(['unattributed', 'other', 'total', 'fallback']);
/** Columns that only these lines have. */
const ofSums = new Set(['groups', 'bots', 'change']);

/**
 * The rows of a report, and the lines that sum them up, as tables of their own, so that a sum over the rows counts
 * nothing twice. Where all lines are rows, the column that tells lines apart is left out.
 */
export function splitLines(sheet: Sheet): { rows: Table; total: Table | null } {
  const line = sheet.columns.findIndex(({ name }) => name === 'line');
  if (line < 0) return { rows: sheet, total: null };
  const isSum = (row: Sheet['rows'][number]) => sums.has(String(row[line]));
  const summing = sheet.rows.filter(isSum);
  const rows = sheet.rows.filter((row) => !isSum(row));
  const kept = sheet.columns.flatMap(({ name }, index) => {
    const isSame = index === line && rows.every((row) => row[line] === 'row');
    return isSame || ofSums.has(name) ? [] : [index];
  });
  const narrowed: Table = {
    columns: sheet.columns.filter((_, index) => kept.includes(index)),
    rows: rows.map((row) => kept.map((index) => row[index] ?? null)),
  };
  return {
    rows: narrowed,
    total: summing.length > 0 ? { columns: sheet.columns, rows: summing } : null,
  };
}
