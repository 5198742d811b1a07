import { type ReactNode, useRef } from 'react';
import { roles } from './aria-roles.ts';
import { mostComplete, Rows } from './Rows.tsx';
import { type ColumnSort, SortedHead } from './SortedHead.tsx';
import { type Attributes, TableBox, TableRow } from './TableBox.tsx';

export type DataColumn<Row> = {
  title: string;
  /** What the head shows instead of the title. */
  head?: ReactNode;
  /** The class of the head and of the cells: the alignment of figures, a width. */
  className?: string;
  /** A class of the cells only. */
  cellClass?: string;
  /** Whether its cells are the names of the rows. */
  isName?: boolean;
  sort?: ColumnSort;
  write: (row: Row) => ReactNode;
  /** What else a cell has: its label in a card, the whole of a text that is cut. */
  attributes?: (row: Row) => Attributes;
};

type DataTableProps<Row> = {
  caption: ReactNode;
  isCaptionShown?: boolean;
  /** What the style sheets call the table. */
  className?: string;
  /** The name and the class of the region around a table that may be wider than the page. */
  frame?: { name: string; className: string };
  columns: readonly DataColumn<Row>[];
  /** All cells of a row, where they are more than one for each column. */
  cellsOf?: (row: Row) => ReactNode;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  rowAttributes?: (row: Row) => Attributes;
  /** The row that is to take the focus. */
  kept?: Row | undefined;
};

/** Rows that people compare, sort or page. Of many rows those in sight are in the document. */
export function DataTable<Row>({
  caption,
  isCaptionShown = false,
  className = '',
  frame,
  columns,
  cellsOf = (row) => <Cells row={row} columns={columns} />,
  rows,
  keyOf,
  rowAttributes,
  kept,
}: DataTableProps<Row>) {
  const box = useRef<HTMLTableElement>(null);
  const isVirtual = rows.length > mostComplete;
  function rowAt(index: number) {
    const row = rows[index];
    if (row === undefined) return null;
    return (
      <TableRow
        {...rowAttributes?.(row)}
        key={keyOf(row)}
        data-index={index}
        aria-rowindex={isVirtual ? index + 2 : undefined}
      >
        {cellsOf(row)}
      </TableRow>
    );
  }
  const table = (
    <TableBox
      box={box}
      caption={caption}
      isCaptionShown={isCaptionShown}
      className={className}
      aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      head={
        <tr {...roles.row}>
          {columns.map(({ title, head = title, className: classOfHead, sort }) => (
            <SortedHead key={title} title={title} className={classOfHead} sort={sort}>
              {head}
            </SortedHead>
          ))}
        </tr>
      }
    >
      <Rows
        count={rows.length}
        columns={columns.length}
        frame={box}
        rowAt={rowAt}
        kept={kept === undefined ? null : rows.indexOf(kept)}
      />
    </TableBox>
  );
  return frame ? (
    <section
      className={frame.className}
      aria-label={frame.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {table}
    </section>
  ) : (
    table
  );
}

function Cells<Row>({ row, columns }: { row: Row; columns: readonly DataColumn<Row>[] }) {
  return columns.map(({ title, className, cellClass, isName = false, write, attributes }) => {
    const classes = [className, cellClass].filter(Boolean).join(' ') || undefined;
    return isName ? (
      <th key={title} {...roles.rowHead} scope="row" className={classes} {...attributes?.(row)}>
        {write(row)}
      </th>
    ) : (
      <td key={title} {...roles.cell} className={classes} {...attributes?.(row)}>
        {write(row)}
      </td>
    );
  });
}
