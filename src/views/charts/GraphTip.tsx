import type { GraphPoint } from '#contract/report.ts';
import { change } from '../parts/format.ts';
import { type SeriesName, series } from './series.ts';

const room = 236;

/** What one bucket holds, beside the cursor on the side that has room. */
export function GraphTip({
  title,
  point,
  shown,
  left,
  width,
}: {
  title: string;
  point: GraphPoint;
  shown: ReadonlySet<SeriesName>;
  left: number;
  width: number;
}) {
  const place = left + 16 + room > width ? Math.max(left - 16 - room, 0) : left + 16;
  return (
    <div
      className="graph-tip"
      style={{ left: place, width: Math.min(room, width) }}
      aria-hidden="true"
    >
      <p className="graph-tip-title">
        {title}
        {point.partial ? <span className="graph-tip-note">still running</span> : null}
      </p>
      <dl>
        {series
          .filter(({ name }) => shown.has(name))
          .map((one) => {
            const value = one.of(point);
            const before = one.before(point);
            return (
              <div key={one.name} data-series={one.name}>
                <dt>{one.title}</dt>
                <dd>{value === null ? 'not yet' : one.write(value)}</dd>
                <dd className="graph-tip-before">
                  {before === null ? '' : one.write(before)}
                  {before && value !== null && !point.partial ? (
                    <span> {change(value / before - 1)}</span>
                  ) : null}
                </dd>
              </div>
            );
          })}
      </dl>
    </div>
  );
}
