import { Row } from '@table-library/react-table-library/table';
import { memo, type ReactNode } from 'react';
import type { TableRow } from '#contract/analytics/report.ts';
import type { OpenedRow, TableSort } from '#contract/analytics/report-query.ts';
import { cellAt } from '../../kit/figure-at.ts';
import { none } from '../../kit/format.ts';
import { BodyCell } from './BodyCell.tsx';
import type { Column } from './columns.tsx';
import { type Openable, type Pointed, RowName } from './RowName.tsx';

/** A row of the page, and its place among all of them. */
export type Node = { id: string; row: TableRow; index: number };

type RowProps = {
  node: Node;
  first: number;
  columns: readonly Column[];
  sort: TableSort;
  note: string | null;
};

/** What a row does is the same in every one; what it shows decides. */
const isSameRow = (old: RowProps, next: RowProps): boolean =>
  old.node.row === next.node.row &&
  old.node.index === next.node.index &&
  old.first === next.first &&
  old.note === next.note &&
  old.columns === next.columns &&
  old.sort === next.sort;

/** Drawn anew only for other figures: scrolling brings rows into sight and moves none. */
export const BodyRow = memo(function BodyRow({
  node,
  first,
  columns,
  sort,
  note,
  cell,
  onOpen,
  onPoint,
}: {
  node: Node;
  first: number;
  columns: readonly Column[];
  sort: TableSort;
  /** What there is to know about it. */
  note: string | null;
  /** The row among those that were opened. */
  cell: readonly OpenedRow[];
  onOpen: ((row: Openable) => void) | null;
  onPoint: (pointed: Pointed) => void;
}) {
  const { row, index } = node;
  return (
    <Row
      item={node}
      role="row"
      aria-rowindex={first + index + 2}
      {...cellAt(cell)}
      className={row.separable === false ? 'desk-unsure' : ''}
    >
      <BodyCell place={{ row: index, column: 0 }}>
        <RowName row={row} note={note} onOpen={onOpen} onPoint={onPoint} />
      </BodyCell>
      {columns.map((column, place) => (
        <BodyCell
          key={column.key}
          place={{ row: index, column: place + 1 }}
          title={column.title}
          isChosen={column.sort === sort}
          figure={column.figure}
        >
          {written(column, row)}
        </BodyCell>
      ))}
    </Row>
  );
}, isSameRow);

/** A loss has the tone of what is bad, beside its minus. */
function written(column: Column, row: TableRow): ReactNode {
  const text = column.write(row);
  return text !== none && column.isLoss?.(row) ? <span data-meaning="bad">{text}</span> : text;
}
