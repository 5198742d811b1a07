import { Body, Header, Row, Table } from '@table-library/react-table-library/table';
import { useTheme } from '@table-library/react-table-library/theme';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { Table as Report, TableRow } from '#contract/analytics/report.ts';
import type { OpenedRow, TableSort } from '#contract/analytics/report-query.ts';
import { cellAttributes } from '../../kit/figure-attributes.ts';
import type { RowsHandle } from '../../kit/tables/FirstRows.tsx';
import { Rows } from '../../kit/tables/Rows.tsx';
import { BodyCell } from './BodyCell.tsx';
import { BodyRow } from './BodyRow.tsx';
import { type Column, costNote } from './columns.tsx';
import { cutsOf } from './cut-names.ts';
import { type CellPosition, cellAfterKey, nameOf, placeOf } from './grid.ts';
import { HeadCell } from './HeadCell.tsx';
import { HeadRow } from './HeadRow.tsx';
import { type MenuTarget, type OpenableRow, RowName } from './RowName.tsx';
import { SpentHead } from './SpentHead.tsx';
import type { SpentSection } from './spent.ts';
import { type Sums, sumsOf } from './sums.ts';

type Order = 'asc' | 'desc';
/** The number of rows that Page Up and Page Down move. */
const pageOfKeys = 10;

const rowStyles = { BaseRow: 'background-color: var(--surface);' };

/** Replaces the library's table styles, which change for every cell while Shift is held. */
const tableStyles = (widths: readonly number[]) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `minmax(var(--first-column), 4fr) ${widths.map((width) => `minmax(${width}rem, 1fr)`).join(' ')}`,
  borderCollapse: 'collapse',
  'button *': { pointerEvents: 'none' },
});

/** The rows are drawn below, some of them only. */
const noNodes = { nodes: [] };
/** A constant object, because a new one would count as a new layout. */
const layout = { custom: true, horizontalScroll: true };

/** The distance of the last column from the edge. */
const margin = 1.2;
const noRows: readonly TableRow[] = [];
/** Names are compared with each other on pages of at most this many rows. */
const mostCompared = 1_000;

const cutsIn = (rows: readonly TableRow[]): Map<string, number> =>
  rows.length <= mostCompared ? cutsOf(rows.map(({ label }) => label)) : new Map();

/** Enough rows to estimate widths and heights; sums are longer than their parts. */
const measured = 50;

const haveParents = (rows: readonly TableRow[]): boolean =>
  rows.slice(0, measured).some(({ parents }) => parents !== undefined);

/** The width for the title with its arrow and for every figure, independent of the rendered rows. */
function widthOf(
  column: Column,
  { rows, spent }: Report,
  sums: readonly Sums[],
  currency: string,
): number {
  const { title, length = 0 } = column;
  const written = [
    ...sums.map(({ write }) => write(column)),
    ...[...rows.slice(0, measured), ...(spent?.rows ?? []).slice(0, measured)].map((row) =>
      column.write(row, currency),
    ),
  ];
  const longest = Math.max(
    length * wide,
    ...written.map((figure) => (typeof figure === 'string' ? widthIn(figure) : 0)),
  );
  return Math.max(title.length * 0.43 + 2.4, longest + 1.4);
}

const wide = 0.65;
const narrow = 0.32;

/** The width of a figure in bold: points, commas and spaces are half as wide as digits. */
const widthIn = (figure: string): number =>
  Array.from(figure, (sign) => (/[.,\s]/.test(sign) ? narrow : wide)).reduce((a, b) => a + b, 0);

/**
 * One level of the drill-down: the rows, those that spent without revenue, the remainder and the total, so that each
 * column adds up to the card above. The table is one tab stop: arrow keys move between cells.
 *
 * Long tables are virtualized.
 */
export function BreakdownTable({
  name,
  about,
  report,
  rows,
  spent = null,
  first,
  columns,
  currency,
  sort,
  order,
  isLong,
  isSearched = false,
  nothing = null,
  path,
  onSort,
  onOpen,
  onUp,
  onPoint,
}: {
  /** What a row is: "Campaign". */
  name: string;
  /** Where the row's name comes from. */
  about: string;
  report: Report;
  /** The rows of the page. */
  rows: readonly TableRow[];
  /** The rows that spent without revenue, if there are any. */
  spent?: SpentSection | null;
  /** The number of rows on earlier pages. */
  first: number;
  columns: readonly Column[];
  currency: string;
  sort: TableSort;
  order: Order;
  /** Whether the table scrolls in its own viewport. */
  isLong: boolean;
  /** Whether a search hides rows. */
  isSearched?: boolean;
  /** The text that replaces the rows when there are none. */
  nothing?: string | null;
  /** The rows that were opened to come here. */
  path: readonly OpenedRow[];
  onSort: (sort: TableSort) => void;
  /** Null when no grouping is left. */
  onOpen: ((row: OpenableRow) => void) | null;
  onUp: () => void;
  onPoint: (pointed: MenuTarget) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<RowsHandle>(null);
  const sums = useMemo(
    () => sumsOf(report, columns, currency, isSearched),
    [columns, currency, isSearched, report],
  );
  const widths = useMemo(
    () =>
      columns.map(
        (column, index) =>
          widthOf(column, report, sums, currency) + (index === columns.length - 1 ? margin : 0),
      ),
    [columns, currency, report, sums],
  );
  const theme = useTheme(rowStyles);

  const spentRows = spent?.isOpen ? spent.rows : noRows;
  const lines = rows.length + (spent ? 1 + spentRows.length : 0);
  const cuts = useMemo(() => cutsIn([...rows, ...spentRows]), [rows, spentRows]);
  const rowAt = (index: number) => rows[index] ?? spentRows[index - rows.length - 1];
  const last = lines + sums.length - 1;
  const isSpentHead = (row: number) => spent !== null && row === rows.length;

  /** A row, or the head of the rows that spent without revenue. */
  function lineAt(index: number) {
    const row = rowAt(index);
    if (!row) {
      return spent && <SpentHead key="spent" section={spent} index={index} first={first} />;
    }
    return (
      <BodyRow
        key={row.key ?? ' none'}
        row={row}
        index={index}
        cut={cuts.get(row.label) ?? null}
        first={first}
        columns={columns}
        currency={currency}
        sort={sort}
        note={costNote(report, row)}
        cell={[...path, { grouping: report.group_by, key: row.key }]}
        onOpen={onOpen}
        onPoint={onPoint}
      />
    );
  }

  function goTo(place: CellPosition) {
    const table = tableIn(frame.current);
    const cellAt = (at: CellPosition) =>
      table?.querySelector<HTMLElement>(`[data-at="${nameOf(at)}"]`);
    if (!cellAt({ ...place, column: 0 })) drawn.current?.reach(place.row);
    // The head of the section has one cell for all columns.
    (cellAt(place) ?? cellAt({ ...place, column: 0 }))?.focus();
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const place = placeOf(event.target as Element);
    if (!place) return;
    const row = rowAt(place.row) ?? sums[place.row - lines]?.row;
    const cell = (event.target as Element).closest<HTMLElement>('[data-at]');
    const next =
      event.altKey || event.metaKey
        ? null
        : cellAfterKey(event, place, {
            rows: last + 1,
            columns: columns.length + 1,
            page: pageOfKeys,
          });
    const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
    if (next) goTo(next);
    else if (event.key === 'Enter' && (place.row === -1 || isSpentHead(place.row)))
      cell?.querySelector('button')?.click();
    else if (event.key === 'Enter' && cell?.dataset.figure !== undefined) cell.click();
    else if (event.key === 'Enter' && row && onOpen && event.target === cell) onOpen(row);
    else if (isUp(event)) onUp();
    else if (isMenu && row && cell) onPoint({ row, anchor: cell });
    else return;
    event.preventDefault();
  }

  return (
    <div ref={frame} className="desk-frame">
      <Table
        className="desk-table"
        role="grid"
        aria-label={`Figures by ${name.toLowerCase()}`}
        aria-rowcount={last + 2}
        aria-colcount={columns.length + 1}
        data={noNodes}
        theme={theme}
        css={tableStyles(widths)}
        data-long={isLong || undefined}
        data-flat={[rows, spentRows].some(haveParents) || undefined}
        layout={layout}
        onKeyDown={press}
        onFocus={({ target }: { target: Element }) => stopAt(frame.current, target)}
      >
        {() => (
          <>
            <Header>
              <HeadRow>
                <HeadCell
                  title={name}
                  about={about}
                  sort="label"
                  place={top}
                  isStop
                  chosen={sort}
                  order={order}
                  onSort={onSort}
                  pinned
                />
                {columns.map((column, index) => (
                  <HeadCell
                    key={column.key}
                    title={column.title}
                    about={
                      column.isMoney ? `${column.definition} In ${currency}.` : column.definition
                    }
                    sort={column.sort}
                    place={{ row: -1, column: index + 1 }}
                    chosen={sort}
                    order={order}
                    onSort={onSort}
                  />
                ))}
              </HeadRow>
            </Header>
            <Body role="rowgroup">
              {nothing === null ? null : (
                <tr className="desk-none">
                  <td className="desk-nothing">{nothing}</td>
                </tr>
              )}
              <Rows
                count={lines}
                columns={columns.length + 1}
                frame={frame}
                rowAt={lineAt}
                handle={drawn}
              />
              {sums.map(({ title, note, write, look: className, row, opens }, place) => (
                <Row
                  key={title}
                  item={{ id: title }}
                  role="row"
                  aria-rowindex={first + lines + place + 2}
                  className={className}
                  {...cellAttributes(
                    row ? [...path, { grouping: report.group_by, key: row.key }] : path,
                  )}
                >
                  <BodyCell place={{ row: lines + place, column: 0 }}>
                    {row ? (
                      <RowName row={row} note={note} onOpen={onOpen} onPoint={onPoint} />
                    ) : (
                      <>
                        {title}
                        {note ? <span className="desk-note">{note}</span> : null}
                      </>
                    )}
                  </BodyCell>
                  {columns.map((column, index) => (
                    <BodyCell
                      key={column.key}
                      place={{ row: lines + place, column: index + 1 }}
                      title={column.title}
                      isChosen={column.sort === sort}
                      isEstimated={column.isEstimated}
                      figure={opens ? column.figure : undefined}
                    >
                      {write(column)}
                    </BodyCell>
                  ))}
                </Row>
              ))}
            </Body>
          </>
        )}
      </Table>
    </div>
  );
}

const top: CellPosition = { row: -1, column: 0 };

const isUp = ({ key, altKey }: KeyboardEvent): boolean =>
  key === 'Backspace' || (altKey && key === 'ArrowUp');

/** The cell that was focused last is the tab stop; otherwise the head is. */
function stopAt(frame: HTMLElement | null, target: Element): void {
  const cell = target.closest<HTMLElement>('[data-at]');
  for (const old of frame?.querySelectorAll<HTMLElement>('[data-stop]') ?? []) {
    old.tabIndex = old.dataset.at === nameOf(top) ? 0 : -1;
    delete old.dataset.stop;
  }
  if (!cell) return;
  cell.tabIndex = 0;
  cell.dataset.stop = '';
}

const tableIn = (frame: HTMLElement | null): HTMLElement | null =>
  frame?.querySelector<HTMLElement>('[role="grid"]') ?? null;
