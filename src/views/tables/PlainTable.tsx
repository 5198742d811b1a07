import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ShownFigure } from '#contract/figure-question.ts';
import { Button } from '../parts/Button.tsx';
import { cellAt } from '../parts/figure-at.ts';
import { count } from '../parts/format.ts';
import { Opens } from '../parts/Opens.tsx';
import { useDrawnRows } from './drawn-rows.tsx';

type Order = 'asc' | 'desc';
type Sorted = { title: string; order: Order };

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

  return (
    <>
      <section
        className="plain-table-frame"
        style={{ height }}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table
          className="plain-table"
          aria-rowcount={end ? heads + listed + Number(hasTotal) : undefined}
        >
          <caption className="only-read">{name}</caption>
          <thead>
            {groups.length > 0 ? (
              <tr className="plain-groups">
                {groups.map(({ title, span }) =>
                  title === '' ? (
                    <td key={title} colSpan={span} />
                  ) : (
                    <th key={title} scope="colgroup" colSpan={span}>
                      {title}
                    </th>
                  ),
                )}
              </tr>
            ) : null}
            <tr>
              <th scope="col">{rowTitle}</th>
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
          <tbody>
            {inOrder.slice(0, drawn).map((row, index) => {
              const asked = cellOf(row);
              return (
                <tr
                  key={keyOf(row)}
                  aria-rowindex={end ? heads + index + 1 : undefined}
                  data-marked={isMarked(row) || undefined}
                  {...(asked && cellAt(asked.cell, asked))}
                >
                  <th scope="row">{write(row)}</th>
                  {columns.map((column) => (
                    <td key={column.title} className={classOf(column)}>
                      {asked && figureOf(column, row) ? (
                        <Opens
                          figure={figureOf(column, row)}
                          label={`${asked.name}, ${column.title} ${column.write(row)}, show its rows`}
                          isStop={column.figure === stop}
                        >
                          {column.write(row)}
                        </Opens>
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
            <tfoot>
              <tr
                aria-rowindex={end ? heads + listed + 1 : undefined}
                {...(wholeOf && cellAt(wholeOf.cell, wholeOf))}
              >
                <th scope="row">Total</th>
                {columns.map((column) => (
                  <td key={column.title} className={classOf(column)}>
                    {wholeOf && typeof column.figure === 'string' && column.total !== undefined ? (
                      <Opens
                        figure={column.figure}
                        label={`Total, ${column.title} ${column.total}, show its rows`}
                        isStop={column.figure === stop}
                      >
                        {column.total}
                      </Opens>
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
  const { title, short = title, value } = column;
  const order = sorted?.title === title ? sorted.order : null;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const className = classOf(column);
  if (!value) {
    return (
      <th scope="col" className={className}>
        {short}
      </th>
    );
  }
  return (
    <th scope="col" className={className} aria-sort={order ? spoken[order] : 'none'}>
      <button
        type="button"
        className="desk-sort plain-sort"
        data-active={order ?? undefined}
        aria-label={title}
        onClick={onSort}
      >
        <Arrow size={13} aria-hidden="true" />
        {short}
      </button>
    </th>
  );
}

const classOf = <Row,>({ quiet, isText }: PlainColumn<Row>): string | undefined =>
  [quiet && 'quiet', isText && 'plain-text'].filter(Boolean).join(' ') || undefined;

const spoken = { asc: 'ascending', desc: 'descending' } as const;

const after = (sorted: Sorted | null, title: string): Sorted => ({
  title,
  order: sorted?.title === title && sorted.order === 'desc' ? 'asc' : 'desc',
});

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
