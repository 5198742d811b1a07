import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ShownFigure } from '#model/figure-rows.ts';
import { Button } from '../Button.tsx';
import { FigureButton } from '../FigureButton.tsx';
import { cellAt } from '../figure-at.ts';
import { count } from '../format.ts';
import { cardPlaces } from './card-places.ts';
import { OrderChoice } from './OrderChoice.tsx';
import { after, type Order, type Sorted } from './plain-order.ts';
import { roles } from './roles.ts';
import { useDrawnRows } from './virtual-rows.tsx';

export type PlainColumn<Row> = {
  title: string;
  /** What its head shows where a group above says the rest. */
  short?: string;
  /** Of a column that opens: text alone. */
  write: (row: Row) => ReactNode;
  /** What rows are sorted by; a column without it keeps their order. */
  value?: (row: Row) => number | null;
  /** What stands below it in the row that adds up; nothing where a sum would be a lie. */
  total?: ReactNode;
  /** Stands back behind the others: what is compared with. */
  quiet?: boolean;
  /** What opens with its figures, in rows that can be asked about; maybe another thing in each. */
  figure?: string | ((row: Row) => string | null);
  /** Words, which stand at the other edge than figures. */
  isText?: boolean;
};

/** A chart's twin: the same figures for whoever reads rows better than shapes. */
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
  height,
}: {
  name: string;
  /** What one row is: "Month". */
  rowTitle: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  write: (row: Row) => ReactNode;
  columns: readonly PlainColumn<Row>[];
  /** Heads over some columns each, the one of the rows included. */
  groups?: readonly { title: string; span: number }[];
  /** On a phone each row is a card: it has more columns than fit there. */
  isCards?: boolean;
  /** Where its eight figures do not fit beside each other, each row has two lines of four. */
  isFolded?: boolean;
  isMarked?: (row: Row) => boolean;
  /** How a row is asked about, and what it is called; null where it cannot be. */
  cellOf?: (row: Row) => ShownFigure | null;
  /** How the row that adds up is asked about; null where it cannot be. */
  wholeOf?: Omit<ShownFigure, 'name'> | null;
  /** How many rows stand there at first; the others come when they are asked for. */
  most?: number;
  height?: number;
}) {
  const [sorted, setSorted] = useState<Sorted | null>(null);
  const [shown, setShown] = useState(most);
  const stop = columns.find(({ figure }) => figure !== undefined)?.figure;
  const chosen = columns.find(({ title }) => title === sorted?.title)?.value;
  const inOrder = chosen && sorted ? ranked(rows, chosen, sorted.order) : rows;
  const heads = groups.length > 0 ? 2 : 1;
  const listed = Math.min(shown, rows.length);
  const { drawn, end } = useDrawnRows(listed);
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
        <table
          {...roles.table}
          className={['plain-table', isCards && 'cards', isFolded && 'plain-fold']
            .filter(Boolean)
            .join(' ')}
          data-grouped={(isCards && groups.length > 0) || undefined}
          aria-rowcount={end ? heads + listed + Number(hasTotal) : undefined}
        >
          <caption className="only-read">{name}</caption>
          <thead {...roles.group}>
            {groups.length > 0 ? (
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
            ) : null}
            <tr {...roles.row}>
              <th {...roles.columnHead} scope="col">
                {rowTitle}
              </th>
              {columns.map((column) => (
                <HeadCell
                  key={column.title}
                  column={column}
                  sorted={sorted}
                  onSort={() => setSorted(after(sorted, column.title))}
                />
              ))}
            </tr>
          </thead>
          <tbody {...roles.group}>
            {inOrder.slice(0, drawn).map((row, index) => {
              const asked = cellOf(row);
              return (
                <tr
                  {...roles.row}
                  key={keyOf(row)}
                  className={card}
                  aria-rowindex={end ? heads + index + 1 : undefined}
                  data-marked={isMarked(row) || undefined}
                  {...(asked && cellAt(asked.cell, asked))}
                >
                  <th {...roles.rowHead} scope="row">
                    {write(row)}
                  </th>
                  {columns.map((column, place) => (
                    <td key={column.title} {...aboutCell(column, place)}>
                      {asked && figureOf(column, row) ? (
                        <FigureButton
                          figure={figureOf(column, row)}
                          label={`${asked.name}, ${column.title} ${column.write(row)}, show its rows`}
                          isStop={column.figure === stop}
                        >
                          {column.write(row)}
                        </FigureButton>
                      ) : (
                        column.write(row)
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          {hasTotal ? (
            <tfoot {...roles.group}>
              <tr
                {...roles.row}
                className={card}
                aria-rowindex={end ? heads + listed + 1 : undefined}
                {...(wholeOf && cellAt(wholeOf.cell, wholeOf))}
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
              </tr>
            </tfoot>
          ) : null}
        </table>
        {end}
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

function HeadCell<Row>({
  column,
  sorted,
  onSort,
}: {
  column: PlainColumn<Row>;
  sorted: Sorted | null;
  onSort: () => void;
}) {
  const { title, value } = column;
  const order = sorted?.title === title ? sorted.order : null;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const className = classOf(column);
  if (!value) {
    return (
      <th {...roles.columnHead} scope="col" className={className}>
        {nameIn(column)}
      </th>
    );
  }
  return (
    <th
      {...roles.columnHead}
      scope="col"
      className={className}
      aria-sort={order ? spoken[order] : 'none'}
    >
      <button
        type="button"
        className="desk-sort plain-sort"
        data-active={order ?? undefined}
        aria-label={title}
        onClick={onSort}
      >
        <Arrow size={13} aria-hidden="true" />
        {nameIn(column)}
      </button>
    </th>
  );
}

const nameIn = <Row,>({ title, short = title }: PlainColumn<Row>): string => short;

const classOf = <Row,>({ quiet, isText }: PlainColumn<Row>): string | undefined =>
  [quiet && 'quiet', isText && 'plain-text'].filter(Boolean).join(' ') || undefined;

const spoken = { asc: 'ascending', desc: 'descending' } as const;

/** Rows without a value come last either way. */
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
