import type { scaleLinear } from '@visx/scale';
import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Bands } from './bands.ts';
import type { Series } from './series.ts';

/** A bar per bucket, with a mark for the comparison. */
export function Bars({
  series,
  points,
  x,
  y,
}: {
  series: Series;
  points: readonly GraphPoint[];
  x: Bands;
  y: ReturnType<typeof scaleLinear<number>>;
}) {
  const width = x.bandwidth();
  return points.map((point, index) => {
    const value = series.of(point);
    const before = series.before(point);
    const left = x(index) ?? 0;
    return (
      <g key={point.start}>
        {value === null ? null : (
          <rect
            className={point.partial ? 'pane-bar pane-running' : 'pane-bar'}
            x={left}
            width={width}
            y={y(value)}
            height={Math.max(y(0) - y(value), 0)}
            rx={Math.min(2, width / 4)}
          />
        )}
        {before === null ? null : (
          <line className="pane-before" x1={left} x2={left + width} y1={y(before)} y2={y(before)} />
        )}
      </g>
    );
  });
}
