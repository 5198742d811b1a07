import type { ReactNode } from 'react';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { FigureButton } from '../../kit/FigureButton.tsx';
import { bucketCell, cellAttributes } from '../../kit/figure-attributes.ts';
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
  const nameOf = namesIn(points, zone);
  return (
    <section
      className="plain-table-frame"
      style={{ height }}
      aria-label="Figures by time"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="plain-table">
        <caption className="only-read">Revenue, conversions and clicks by time</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((one) => (
              <HeadCells
                key={one.name}
                title={one.name === 'revenue' ? `${one.title}, ${currency}` : one.title}
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
              {series.map((one, index) => (
                <ValueCells
                  key={one.name}
                  value={
                    one.of(point) === null ? (
                      one.write(null)
                    ) : (
                      <FigureButton
                        figure={one.name}
                        label={`${nameOf(point)}, ${one.title} ${one.write(one.of(point))}, show its rows`}
                        isStop={index === 0}
                      >
                        {one.write(one.of(point))}
                      </FigureButton>
                    )
                  }
                  before={compared ? one.write(one.before(point)) : null}
                />
              ))}
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
            {series.map((one, index) => (
              <ValueCells
                key={one.name}
                value={
                  <FigureButton
                    figure={one.name}
                    label={`Total, ${one.title} ${one.write(sumOf(rows, one.of))}, show its rows`}
                    isStop={index === 0}
                  >
                    {one.write(sumOf(rows, one.of))}
                  </FigureButton>
                }
                before={compared ? one.write(sumOf(rows.map(comparablePoint), one.before)) : null}
              />
            ))}
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
