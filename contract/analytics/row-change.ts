import { isProfitComparable } from './known-cost.ts';
import { changeOf } from './ratios.ts';
import type { TableRow } from './report.ts';

export type ComparedFigure = Exclude<keyof NonNullable<TableRow['previous']>, 'server_revenue'>;

/** The change of a row's figure from the compared period; profits only where both or neither have a cost. */
export function changeInRow(row: TableRow, figure: ComparedFigure): number | null {
  const { previous } = row;
  if (!previous || (figure === 'profit' && !isProfitComparable(row, previous))) return null;
  return changeOf(row[figure], previous[figure]);
}
