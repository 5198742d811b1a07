import { type ReactNode, useRef } from 'react';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { isMoney, type Series } from '../../kit/charts/series.ts';
import { FigureButton } from '../../kit/FigureButton.tsx';
import { bucketCell, cellAttributes } from '../../kit/figure-attributes.ts';
import { roles } from '../../kit/tables/aria-roles.ts';
import { mostComplete, Rows } from '../../kit/tables/Rows.tsx';
import { TableBox, TableRow } from '../../kit/tables/TableBox.tsx';
import { type Marks, noMarks, spokenNotes } from '../annotations/marks.ts';
import { comparablePoint, namesIn, rowsOf, series, sumOf } from './series.ts';

/** The graph's figures as a table. */
export function GraphTable({
  points,
  currency,
  height,
  marks = noMarks,
  zone = 'UTC',
  isShorter = false,
}: {
  points: readonly GraphPoint[];
  currency: string;
  height: number;
  /** The annotations of the buckets, and the time zone of their times. */
  marks?: Marks;
  zone?: string;
  /** Whether the comparison has days without a row. */
  isShorter?: boolean;
}) {
  const compared = points.some(({ previous }) => previous !== null);
  const marked = points.some(({ start }) => marks.has(start));
  const rows = rowsOf(points);
  const box = useRef<HTMLTableElement>(null);
  const nameOf = namesIn(points, zone);
  const cellsOf = (
    name: string,
    of: (one: Series) => number | null,
    before: (one: Series) => number | null,
  ) =>
    series.map((one, index) => {
      const value = of(one);
      const text = one.write(value, currency);
      return (
        <ValueCells
          key={one.name}
          value={
            value === null ? (
              text
            ) : (
              <FigureButton
                figure={one.name}
                label={`${name}, ${one.title} ${text}, show its rows`}
                isStop={index === 0}
              >
                {text}
              </FigureButton>
            )
          }
          before={compared ? one.write(before(one), currency) : null}
        />
      );
    });
  const rowAt = (index: number) => {
    const point = rows[index];
    if (!point) return null;
    return (
      <TableRow
        key={point.start}
        data-index={index}
        aria-rowindex={rows.length > mostComplete ? index + 2 : undefined}
        data-partial={point.partial || undefined}
        {...(point.isLone ? {} : cellAttributes([bucketCell(point, zone)]))}
      >
        <th {...roles.rowHead} scope="row">
          {nameOf(point)}
          {point.isLone ? <span className="quiet"> compared day only</span> : null}
          {point.partial ? <span className="quiet"> still running</span> : null}
        </th>
        {cellsOf(
          nameOf(point),
          ({ of }) => of(point),
          ({ before }) => before(point),
        )}
        {marked ? (
          <td {...roles.cell} className="cell-notes">
            {marks.get(point.start)?.map((mark) => (
              <p key={`${mark.at} ${mark.text}`}>{spokenNotes([mark], zone)}</p>
            ))}
          </td>
        ) : null}
      </TableRow>
    );
  };
  return (
    <section
      className="plain-table-frame"
      style={{ height }}
      aria-label="Figures by time"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <TableBox
        box={box}
        className="plain-table"
        caption="Revenue, conversions, clicks and cost by time"
        aria-rowcount={rows.length > mostComplete ? rows.length + 2 : undefined}
        head={
          <tr {...roles.row}>
            <th {...roles.columnHead} scope="col">
              Time
            </th>
            {series.map((one) => (
              <HeadCells
                key={one.name}
                title={isMoney(one) ? `${one.title}, ${currency}` : one.title}
                compared={compared}
              />
            ))}
            {marked ? (
              <th {...roles.columnHead} scope="col" className="cell-notes">
                Notes
              </th>
            ) : null}
          </tr>
        }
        foot={
          <TableRow {...cellAttributes([])}>
            <th {...roles.rowHead} scope="row">
              Total
              {isShorter ? <span className="quiet"> of these rows</span> : null}
            </th>
            {cellsOf(
              'Total',
              ({ of }) => sumOf(rows, of),
              ({ before }) => sumOf(rows.map(comparablePoint), before),
            )}
            {marked ? <td {...roles.cell} /> : null}
          </TableRow>
        }
      >
        <Rows
          count={rows.length}
          columns={1 + series.length * (compared ? 2 : 1) + Number(marked)}
          frame={box}
          rowAt={rowAt}
        />
      </TableBox>
    </section>
  );
}

function HeadCells({ title, compared }: { title: string; compared: boolean }) {
  return (
    <>
      <th {...roles.columnHead} scope="col">
        {title}
      </th>
      {compared ? (
        <th {...roles.columnHead} scope="col" className="quiet">
          Before
        </th>
      ) : null}
    </>
  );
}

function ValueCells({ value, before }: { value: ReactNode; before: string | null }) {
  return (
    <>
      <td {...roles.cell}>{value}</td>
      {before === null ? null : (
        <td {...roles.cell} className="quiet">
          {before}
        </td>
      )}
    </>
  );
}
