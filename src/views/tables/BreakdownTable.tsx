import { usePagination } from '@table-library/react-table-library/pagination';
import {
  Body,
  Cell,
  Header,
  HeaderCell,
  HeaderRow,
  Row,
  Table,
} from '@table-library/react-table-library/table';
import { useTheme } from '@table-library/react-table-library/theme';
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import type { Table as Report, TableRow, TableSort } from '#contract/report.ts';
import { count } from '../parts/format.ts';
import { type Column, columnsOf } from './columns.ts';

type Node = { id: string; row: TableRow };
type Order = 'asc' | 'desc';

const grid = (columns: number) => ({
  Table: `--data-table-library_grid-template-columns: minmax(var(--first-column), 5fr) repeat(${columns}, minmax(max-content, 1fr));`,
  BaseRow: 'background-color: var(--surface);',
});

/**
 * One level of the drill-down. The rows of a page, then what belongs to no row, then the total,
 * so that whoever adds the column up arrives at the number on the card above.
 */
export function BreakdownTable({
  name,
  report,
  side,
  sort,
  order,
  page,
  size,
  onSort,
  onOpen,
}: {
  /** What one row is: "Campaign". */
  name: string;
  report: Report;
  /** Whose revenue: profit and the ratios follow it. */
  side: 'server' | 'browser';
  sort: TableSort;
  order: Order;
  /** Counted from 0. */
  page: number;
  size: number;
  onSort: (sort: TableSort) => void;
  /** Nothing lies below the last level. */
  onOpen: ((row: TableRow) => void) | null;
}) {
  const columns = columnsOf(side);
  const theme = useTheme(grid(columns.length));
  const data = {
    nodes: report.rows.map((row): Node => ({ id: row.key ?? ' none', row })),
  };
  const pagination = usePagination<Node>(data, { state: { page, size } });

  return (
    <Table
      className="desk-table"
      role="table"
      aria-label={`Figures by ${name.toLowerCase()}`}
      aria-rowcount={report.rows.length}
      data={data}
      theme={theme}
      pagination={pagination}
      layout={{ custom: true, horizontalScroll: true }}
    >
      {(nodes: Node[]) => (
        <>
          <Header>
            <HeaderRow role="row">
              <HeadCell
                title={name}
                sort="label"
                chosen={sort}
                order={order}
                onSort={onSort}
                pinned
              />
              {columns.map((column) => (
                <HeadCell
                  key={column.key}
                  title={column.title}
                  sort={column.sort}
                  chosen={sort}
                  order={order}
                  onSort={onSort}
                />
              ))}
            </HeaderRow>
          </Header>
          <Body role="rowgroup">
            {nodes.map((node) => (
              <Row key={node.id} item={node} role="row">
                <Cell role="rowheader" pinLeft className="desk-name">
                  <RowName row={node.row} onOpen={onOpen} />
                </Cell>
                {columns.map((column) => (
                  <Cell
                    key={column.key}
                    role="cell"
                    data-label={column.title}
                    data-chosen={column.sort === sort || undefined}
                  >
                    {column.write(column.of(node.row))}
                  </Cell>
                ))}
              </Row>
            ))}
            <SumRow
              columns={columns}
              sort={sort}
              title="Unattributed"
              note="no click known"
              sums={report.unattributed}
            />
            {report.other.count > 0 ? (
              <SumRow
                columns={columns}
                sort={sort}
                title="Other"
                note={`${count(report.other.count)} more rows`}
                sums={report.other}
              />
            ) : null}
            <SumRow columns={columns} sort={sort} title="Total" sums={report.total} total />
          </Body>
        </>
      )}
    </Table>
  );
}

function HeadCell({
  title,
  sort,
  chosen,
  order,
  onSort,
  pinned = false,
}: {
  title: string;
  sort: TableSort | null;
  chosen: TableSort;
  order: Order;
  onSort: (sort: TableSort) => void;
  pinned?: boolean;
}) {
  const active = sort === chosen;
  const Arrow = active && order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <HeaderCell
      role="columnheader"
      pinLeft={pinned}
      {...(pinned ? { className: 'desk-name' } : {})}
      aria-sort={active ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      {sort ? (
        <button
          type="button"
          className="desk-sort"
          data-active={active || undefined}
          onClick={() => onSort(sort)}
        >
          {title}
          <Arrow size={13} aria-hidden="true" />
        </button>
      ) : (
        title
      )}
    </HeaderCell>
  );
}

function RowName({ row, onOpen }: { row: TableRow; onOpen: ((row: TableRow) => void) | null }) {
  if (!onOpen || row.key === null || row.child_group_by === null) {
    return <span title={row.label}>{row.label}</span>;
  }
  return (
    <button type="button" className="desk-open" title={row.label} onClick={() => onOpen(row)}>
      <span>{row.label}</span>
      <ChevronRight size={14} aria-hidden="true" />
    </button>
  );
}

function SumRow({
  columns,
  sort,
  title,
  note,
  sums,
  total = false,
}: {
  columns: readonly Column[];
  sort: TableSort;
  title: string;
  note?: string;
  sums: Report['total'];
  total?: boolean;
}) {
  return (
    <Row item={{ id: title }} role="row" className={total ? 'desk-total' : 'desk-rest'}>
      <Cell role="rowheader" pinLeft className="desk-name">
        {title}
        {note ? <span className="desk-note">{note}</span> : null}
      </Cell>
      {columns.map((column) => (
        <Cell
          key={column.key}
          role="cell"
          data-label={column.title}
          data-chosen={column.sort === sort || undefined}
        >
          {column.write(column.sum(sums))}
        </Cell>
      ))}
    </Row>
  );
}
