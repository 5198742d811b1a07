import { type ReactNode, useRef, useState } from 'react';
import type { ShownFigure } from '#model/figure-rows.ts';
import { Button } from '../Button.tsx';
import { FigureButton } from '../FigureButton.tsx';
import { cellAttributes } from '../figure-attributes.ts';
import { count } from '../format.ts';
import { roles } from './aria-roles.ts';
import { cardPlaces } from './card-places.ts';
import { OrderChoice } from './OrderChoice.tsx';
import { type Order, type Sorted, sortedAfter } from './plain-order.ts';
import { Rows } from './Rows.tsx';
import { SortedHead } from './SortedHead.tsx';
import { TableBox, TableRow } from './TableBox.tsx';

export type PlainColumn<Row> = {
  title: string;
  /** A shorter title below a group title. */
  shortTitle?: string;
  /** The content of a cell; plain text in columns that open. */
  write: (row: Row) => ReactNode;
  /** The sort value; a column without it keeps the given order. */
  value?: (row: Row) => number | null;
  /** The value of the total row; nothing where a sum would be wrong. */
  total?: ReactNode;
  /** Whether the column is muted: compared figures. */
  quiet?: boolean;
  /** The figure that its cells open, possibly depending on the row. */
  figure?: string | ((row: Row) => string | null);
  /** Whether the column is text, which is left-aligned. */
  isText?: boolean;
};

/** Rows drawn at once: a dashboard has several tables, and few people scroll to the end of each. */
const atOnce = 30;

/** A chart's figures as a table. */
export function PlainTable<Row>({
  name,
  rowTitle,
  rows,
  keyOf,
  write,
  columns,
  groups = [],
  isCards = false,
  isFolded = false,
  isMarked = () => false,
  cellOf = () => null,
  wholeOf = null,
  most = Number.POSITIVE_INFINITY,
  part,
  height,
}: {
  name: string;
  /** What one row is: "Month". */
  rowTitle: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  write: (row: Row) => ReactNode;
  columns: readonly PlainColumn<Row>[];
  /** The titles of column groups, including the column of names. */
  groups?: readonly { title: string; span: number }[];
  /** Whether rows become cards on phones. */
  isCards?: boolean;
  /** Whether eight figures become two lines of four where they do not fit. */
  isFolded?: boolean;
  isMarked?: (row: Row) => boolean;
  /** The figure of a row's cells; null if they do not open. */
  cellOf?: (row: Row) => ShownFigure | null;
  /** The figure of the total row's cells; null if they do not open. */
  wholeOf?: Omit<ShownFigure, 'name'> | null;
  /** How many rows are shown at first; a button shows the others. */
  most?: number;
  /** The rows of one page, in the chosen order; without it all. */
  part?: { from: number; to: number };
  height?: number;
}) {
  const [sorted, setSorted] = useState<Sorted | null>(null);
  const [shown, setShown] = useState(most);
  const stop = columns.find(({ figure }) => figure !== undefined)?.figure;
  const chosen = columns.find(({ title }) => title === sorted?.title)?.value;
  const sortedRows = chosen && sorted ? ranked(rows, chosen, sorted.order) : rows;
  const inOrder = part ? sortedRows.slice(part.from, part.to) : sortedRows;
  const heads = groups.length > 0 ? 2 : 1;
  const listed = Math.min(shown, inOrder.length);
  const isLong = listed > atOnce;
  const box = useRef<HTMLTableElement>(null);
  const hasTotal = columns.some(({ total }) => total !== undefined);
  const places = isCards ? cardPlaces(columns, groups) : [];
  const card = isCards ? 'card' : undefined;
  const aboutCell = (column: PlainColumn<Row>, index: number) => ({
    ...roles.cell,
    className: classOf(column),
    'data-label': nameIn(column),
    'data-chosen': column.title === sorted?.title || undefined,
    ...places[index],
  });

  const rowAt = (index: number) => {
    const row = inOrder[index];
    if (row === undefined) return null;
    const opened = cellOf(row);
    return (
      <TableRow
        key={keyOf(row)}
        data-index={index}
        className={card}
        aria-rowindex={isLong ? heads + index + 1 : undefined}
        data-marked={isMarked(row) || undefined}
        {...(opened && cellAttributes(opened.cell, opened))}
      >
        <th {...roles.rowHead} scope="row">
          {write(row)}
        </th>
        {columns.map((column, place) => (
          <td key={column.title} {...aboutCell(column, place)}>
            {opened && figureOf(column, row) ? (
              <FigureButton
                figure={figureOf(column, row)}
                label={`${opened.name}, ${column.title} ${column.write(row)}, show its rows`}
                isStop={column.figure === stop}
              >
                {column.write(row)}
              </FigureButton>
            ) : (
              column.write(row)
            )}
          </td>
        ))}
      </TableRow>
    );
  };

  const totalRow = (
    <TableRow
      className={card}
      aria-rowindex={isLong ? heads + listed + 1 : undefined}
      {...(wholeOf && cellAttributes(wholeOf.cell, wholeOf))}
    >
      <th {...roles.rowHead} scope="row">
        Total
      </th>
      {columns.map((column, place) => (
        <td key={column.title} {...aboutCell(column, place)}>
          {wholeOf && typeof column.figure === 'string' && column.total !== undefined ? (
            <FigureButton
              figure={column.figure}
              label={`Total, ${column.title} ${column.total}, show its rows`}
              isStop={column.figure === stop}
            >
              {column.total}
            </FigureButton>
          ) : (
            column.total
          )}
        </td>
      ))}
    </TableRow>
  );

  return (
    <>
      {isCards ? (
        <OrderChoice
          titles={columns.filter(({ value }) => value).map(({ title }) => title)}
          sorted={sorted}
          onSort={setSorted}
        />
      ) : null}
      <section
        className="plain-table-frame"
        style={{ height }}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <TableBox
          box={box}
          caption={name}
          className={['plain-table', isCards && 'cards', isFolded && 'plain-fold']
            .filter(Boolean)
            .join(' ')}
          data-grouped={(isCards && groups.length > 0) || undefined}
          aria-rowcount={isLong ? heads + listed + Number(hasTotal) : undefined}
          head={
            <>
              {groups.length > 0 ? <GroupHeads groups={groups} /> : null}
              <tr {...roles.row}>
                <th {...roles.columnHead} scope="col">
                  {rowTitle}
                </th>
                {columns.map((column) => (
                  <SortedHead
                    key={column.title}
                    title={column.title}
                    className={classOf(column)}
                    sort={
                      column.value && {
                        order: sorted?.title === column.title ? sorted.order : null,
                        choose: () => setSorted(sortedAfter(sorted, column.title)),
                      }
                    }
                  >
                    {nameIn(column)}
                  </SortedHead>
                ))}
              </tr>
            </>
          }
          foot={hasTotal ? totalRow : null}
        >
          <Rows
            count={listed}
            columns={columns.length + 1}
            frame={box}
            rowAt={rowAt}
            atOnce={atOnce}
          />
        </TableBox>
      </section>
      {rows.length > shown ? (
        <div className="plain-more">
          <p>
            {count(shown)} of {count(rows.length)} rows
          </p>
          <Button onClick={() => setShown(shown + most)}>Show more</Button>
        </div>
      ) : null}
    </>
  );
}

const figureOf = <Row,>({ figure = '' }: PlainColumn<Row>, row: Row): string =>
  (typeof figure === 'string' ? figure : figure(row)) ?? '';

function GroupHeads({ groups }: { groups: readonly { title: string; span: number }[] }) {
  return (
    <tr {...roles.row} className="plain-groups">
      {groups.map(({ title, span }) =>
        title === '' ? (
          <td {...roles.cell} key={title} colSpan={span} />
        ) : (
          <th {...roles.columnHead} key={title} scope="colgroup" colSpan={span}>
            {title}
          </th>
        ),
      )}
    </tr>
  );
}

const nameIn = <Row,>({ title, shortTitle = title }: PlainColumn<Row>): string => shortTitle;

const classOf = <Row,>({ quiet, isText }: PlainColumn<Row>): string | undefined =>
  [quiet && 'quiet', isText && 'plain-text'].filter(Boolean).join(' ') || undefined;

/** Sorts rows without a value last in both orders. */
function ranked<Row>(
  rows: readonly Row[],
  value: (row: Row) => number | null,
  order: Order,
): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, two] = [value(a), value(b)];
    if (one === null || two === null) return Number(one === null) - Number(two === null);
    return (one - two) * sign;
  });
}
