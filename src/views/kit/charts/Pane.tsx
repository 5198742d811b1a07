import { scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { useId } from 'react';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { Bars } from './Bars.tsx';
import { type Bands, centreOf } from './bands.ts';
import { Hatch } from './Hatch.tsx';
import { isMoney, type Series } from './series.ts';
import { ValueAxis } from './ValueAxis.tsx';

/** One series over the buckets: complete buckets solid, the running one dashed, the comparison behind. */
export function Pane({
  series,
  points,
  unit,
  hatched = false,
  x,
  left,
  right,
  from,
  to,
  cursor,
}: {
  series: Series;
  points: readonly GraphPoint[];
  unit: string;
  /** Whether areas are hatched instead of solid. */
  hatched?: boolean;
  x: Bands;
  left: number;
  right: number;
  from: number;
  to: number;
  cursor: number | null;
}) {
  const shade = useId();
  const values = points.flatMap((point) => [series.of(point) ?? 0, series.before(point) ?? 0]);
  const y = scaleLinear<number>({
    domain: [Math.min(0, ...values), Math.max(...values, isMoney(series) ? 1 : 4)],
    range: [to, from],
    nice: 3,
  });
  const centre = (index: number) => centreOf(x, index);
  const indexes = points.map((_, index) => index);
  const valueAt = (index: number) => read(points, index, series.of);
  const beforeAt = (index: number) => read(points, index, series.before);
  const heightOf = (value: number | null) => y(value ?? 0);
  const settled = (index: number) => valueAt(index) !== null && points[index]?.partial !== true;
  const running = points.findIndex(({ partial }) => partial);
  const dotted = cursor !== null && valueAt(cursor) !== null ? cursor : null;

  return (
    <g className="pane" data-series={series.name}>
      <text className="pane-title" x={left} y={from - 7}>
        {series.title}
        {unit ? <tspan className="pane-unit"> {unit}</tspan> : null}
      </text>
      <ValueAxis y={y} ticks={y.ticks(to - from > 110 ? 4 : 2)} left={left} right={right} />
      {series.mark === 'bar' ? (
        <Bars series={series} points={points} x={x} y={y} />
      ) : (
        <>
          <LinePath
            className="pane-before"
            data={indexes}
            x={centre}
            y={(index) => heightOf(beforeAt(index))}
            defined={(index) => beforeAt(index) !== null}
          />
          {series.mark === 'area' ? (
            <>
              <defs>
                {hatched ? (
                  <Hatch id={shade} className="pane-hatch" gap={7} />
                ) : (
                  <linearGradient id={shade} x1="0" x2="0" y1="0" y2="1">
                    <stop offset="0%" stopColor="currentColor" stopOpacity={0.18} />
                    <stop offset="100%" stopColor="currentColor" stopOpacity={0.01} />
                  </linearGradient>
                )}
              </defs>
              <AreaClosed
                data={indexes}
                x={centre}
                y={(index) => heightOf(valueAt(index))}
                yScale={y}
                defined={settled}
                fill={`url(#${CSS.escape(shade)})`}
              />
            </>
          ) : null}
          <LinePath
            className="pane-line"
            data={indexes}
            x={centre}
            y={(index) => heightOf(valueAt(index))}
            defined={settled}
          />
          {running < 0 ? null : (
            <LinePath
              className="pane-line pane-running"
              data={[running - 1, running].filter((index) => index >= 0)}
              x={centre}
              y={(index) => heightOf(valueAt(index))}
            />
          )}
          {running < 0 ? null : (
            <circle
              className="pane-open"
              cx={centre(running)}
              cy={heightOf(valueAt(running))}
              r={3}
            />
          )}
          {dotted === null ? null : (
            <circle className="pane-dot" cx={centre(dotted)} cy={heightOf(valueAt(dotted))} r={4} />
          )}
        </>
      )}
    </g>
  );
}

const read = (points: readonly GraphPoint[], index: number, of: Series['of']): number | null => {
  const point = points[index];
  return point ? of(point) : null;
};
