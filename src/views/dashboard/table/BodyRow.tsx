import { Row } from '@table-library/react-table-library/table';
import { memo, type ReactNode } from 'react';
import type { TableRow } from '#contract/analytics/report.ts';
import type { OpenedRow, TableSort } from '#contract/analytics/report-query.ts';
import { cellAttributes } from '../../kit/figure-attributes.ts';
import { none } from '../../kit/format.ts';
import { BodyCell } from './BodyCell.tsx';
import type { Column } from './columns.tsx';
import { type MenuTarget, type OpenableRow, RowName } from './RowName.tsx';

type RowProps = {
  row: TableRow;
  /** Its index among all lines of the page. */
  index: number;
  cut: number | null;
  first: number;
  columns: readonly Column[];
  currency: string;
  sort: TableSort;
  /** A note about the row. */
  note: string | null;
};

/** Rows are equal if they show the same; their handlers never differ. */
const isSameRow = (old: RowProps, next: RowProps): boolean =>
  old.row === next.row &&
  old.index === next.index &&
  old.cut === next.cut &&
  old.first === next.first &&
  old.note === next.note &&
  old.columns === next.columns &&
  old.currency === next.currency &&
  old.sort === next.sort;

/** Re-rendered only for other figures, because scrolling mounts rows but moves none. */
export const BodyRow = memo(function BodyRow({
  row,
  index,
  cut,
  first,
  columns,
  currency,
  sort,
  note,
  cell,
  onOpen,
  onPoint,
}: RowProps & {
  /** The row among those that were opened. */
  cell: readonly OpenedRow[];
  onOpen: ((row: OpenableRow) => void) | null;
  onPoint: (pointed: MenuTarget) => void;
}) {
  return (
    <Row
      item={{ id: row.key ?? '' }}
      role="row"
      data-index={index}
      aria-rowindex={first + index + 2}
      {...cellAttributes(cell)}
      className={row.separable === false ? 'desk-unsure' : ''}
    >
      <BodyCell place={{ row: index, column: 0 }}>
        <RowName row={row} cut={cut} note={note} onOpen={onOpen} onPoint={onPoint} />
      </BodyCell>
      {columns.map((column, place) => (
        <BodyCell
          key={column.key}
          place={{ row: index, column: place + 1 }}
          title={column.title}
          isChosen={column.sort === sort}
          isEstimated={column.isEstimated}
          figure={column.figure}
        >
          {written(column, row, currency)}
        </BodyCell>
      ))}
    </Row>
  );
}, isSameRow);

/** A negative figure has the colour of a loss in addition to its minus. */
function written(column: Column, row: TableRow, currency: string): ReactNode {
  const text = column.write(row, currency);
  return text !== none && column.isLoss?.(row) ? <span data-meaning="bad">{text}</span> : text;
}
