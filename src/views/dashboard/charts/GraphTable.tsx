import type { ReactNode } from 'react';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { FigureButton } from '../../kit/FigureButton.tsx';
import { bucketCell, cellAttributes } from '../../kit/figure-attributes.ts';
import { type Marks, noMarks, spokenNotes } from '../annotations/marks.ts';
import { comparablePoint, isMoney, namesIn, rowsOf, type Series, series, sumOf } from './series.ts';

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
  return (
    <section
      className="plain-table-frame"
      style={{ height }}
      aria-label="Figures by time"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="plain-table">
        <caption className="only-read">Revenue, conversions, clicks and cost by time</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((one) => (
              <HeadCells
                key={one.name}
                title={isMoney(one) ? `${one.title}, ${currency}` : one.title}
                compared={compared}
              />
            ))}
            {marked ? (
              <th scope="col" className="cell-notes">
                Notes
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((point) => (
            <tr
              key={point.start}
              data-partial={point.partial || undefined}
              {...(point.isLone ? {} : cellAttributes([bucketCell(point, zone)]))}
            >
              <th scope="row">
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
                <td className="cell-notes">
                  {marks.get(point.start)?.map((mark) => (
                    <p key={`${mark.at} ${mark.text}`}>{spokenNotes([mark], zone)}</p>
                  ))}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr {...cellAttributes([])}>
            <th scope="row">
              Total
              {isShorter ? <span className="quiet"> of these rows</span> : null}
            </th>
            {cellsOf(
              'Total',
              ({ of }) => sumOf(rows, of),
              ({ before }) => sumOf(rows.map(comparablePoint), before),
            )}
            {marked ? <td /> : null}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function HeadCells({ title, compared }: { title: string; compared: boolean }) {
  return (
    <>
      <th scope="col">{title}</th>
      {compared ? (
        <th scope="col" className="quiet">
          Before
        </th>
      ) : null}
    </>
  );
}

function ValueCells({ value, before }: { value: ReactNode; before: string | null }) {
  return (
    <>
      <td>{value}</td>
      {before === null ? null : <td className="quiet">{before}</td>}
    </>
  );
}
