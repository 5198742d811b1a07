import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type Order = 'asc' | 'desc';
type Sorted = { title: string; order: Order };

export type PlainColumn<Row> = {
  title: string;
  write: (row: Row) => ReactNode;
  /** What rows are sorted by; a column without it keeps their order. */
  value?: (row: Row) => number | null;
  /** What stands below it in the row that adds up; nothing where a sum would be a lie. */
  total?: ReactNode;
  /** Stands back behind the others: what is compared with. */
  quiet?: boolean;
};

/** A chart's twin: the same figures for whoever reads rows better than shapes. */
export function PlainTable<Row>({
  name,
  rowTitle,
  rows,
  keyOf,
  write,
  columns,
  isMarked = () => false,
  height,
}: {
  name: string;
  /** What one row is: "Month". */
  rowTitle: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  write: (row: Row) => ReactNode;
  columns: readonly PlainColumn<Row>[];
  isMarked?: (row: Row) => boolean;
  height?: number;
}) {
  const [sorted, setSorted] = useState<Sorted | null>(null);
  const chosen = columns.find(({ title }) => title === sorted?.title)?.value;

  return (
    <section
      className="plain-table-frame"
      style={{ height }}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="plain-table">
        <caption className="only-read">{name}</caption>
        <thead>
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
          {(chosen && sorted ? ranked(rows, chosen, sorted.order) : rows).map((row) => (
            <tr key={keyOf(row)} data-marked={isMarked(row) || undefined}>
              <th scope="row">{write(row)}</th>
              {columns.map((column) => (
                <td key={column.title} className={column.quiet ? 'quiet' : undefined}>
                  {column.write(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) ? (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {columns.map(({ title, total, quiet }) => (
                <td key={title} className={quiet ? 'quiet' : undefined}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

function HeadCell<Row>({
  column: { title, value, quiet },
  sorted,
  onSort,
}: {
  column: PlainColumn<Row>;
  sorted: Sorted | null;
  onSort: () => void;
}) {
  const order = sorted?.title === title ? sorted.order : null;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const className = quiet ? 'quiet' : undefined;
  if (!value) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  return (
    <th scope="col" className={className} aria-sort={order ? spoken[order] : 'none'}>
      <button
        type="button"
        className="desk-sort plain-sort"
        data-active={order ?? undefined}
        onClick={onSort}
      >
        <Arrow size={13} aria-hidden="true" />
        {title}
      </button>
    </th>
  );
}

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
