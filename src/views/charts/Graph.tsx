import { AxisBottom } from '@visx/axis';
import { scaleBand } from '@visx/scale';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { GraphPoint } from '#contract/report.ts';
import { bucket, bucketInFull } from '../parts/format.ts';
import { GraphTip } from './GraphTip.tsx';
import { Pane } from './Pane.tsx';
import { type Series, type SeriesName, series } from './series.ts';

const axis = { left: 56, right: 16, bottom: 28 };
const gap = 20;
const top = 18;

/**
 * Revenue, conversions and clicks over the same buckets, one pane each, under one cursor.
 * The cursor follows the pointer and, as a slider, the arrow keys.
 */
export function Graph({
  points,
  currency,
  shown,
  width,
  height,
}: {
  points: readonly GraphPoint[];
  currency: string;
  shown: ReadonlySet<SeriesName>;
  width: number;
  height: number;
}) {
  const [cursor, setCursor] = useState<number | null>(null);

  const x = scaleBand({
    domain: points.map((_, index) => index),
    range: [axis.left, Math.max(width - axis.right, axis.left + 1)],
    paddingInner: points.length > 60 ? 0.15 : 0.3,
    paddingOuter: 0.15,
  });
  const panes = layOut(
    series.filter(({ name }) => shown.has(name)),
    height,
  );
  const last = points.length - 1;
  const centre = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const at = cursor === null ? null : points[cursor];

  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const inside = clientX - currentTarget.getBoundingClientRect().left - axis.left;
    const index = Math.floor((inside / (width - axis.left - axis.right)) * points.length);
    setCursor(index < 0 || index > last ? null : index);
  };
  const step = (event: KeyboardEvent) => {
    const target = moved(event.key, cursor ?? last, last);
    if (target === undefined) return;
    event.preventDefault();
    setCursor(target);
  };

  return (
    <div
      className="graph"
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label="Point in time"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={spoken(points[cursor ?? last], shown)}
      onKeyDown={step}
      onBlur={() => setCursor(null)}
    >
      <svg
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={follow}
        onPointerLeave={() => setCursor(null)}
      >
        <title>Revenue, conversions and clicks over time</title>
        {cursor === null ? null : (
          <rect
            className="graph-cursor"
            x={(x(cursor) ?? 0) - (x.step() - x.bandwidth()) / 2}
            width={x.step()}
            y={0}
            height={height - axis.bottom}
          />
        )}
        {panes.map(({ series: one, from, to }) => (
          <Pane
            key={one.name}
            series={one}
            points={points}
            unit={one.name === 'revenue' ? currency : ''}
            x={x}
            left={axis.left}
            right={width - axis.right}
            from={from}
            to={to}
            cursor={cursor}
          />
        ))}
        <AxisBottom
          axisClassName="graph-labels"
          top={height - axis.bottom}
          scale={x}
          tickValues={labelled(points, width - axis.left - axis.right)}
          tickFormat={(index) => bucket(points[index]?.date ?? 0)}
          tickLabelProps={{ dy: '0.5em', textAnchor: 'middle' }}
          hideAxisLine
          hideTicks
        />
      </svg>
      {at && cursor !== null ? (
        <GraphTip
          title={bucketInFull(at.date)}
          point={at}
          shown={shown}
          left={centre(cursor)}
          width={width}
        />
      ) : null}
    </div>
  );
}

/** Shares the height among the panes by their weight. */
function layOut(visible: readonly Series[], height: number) {
  const room = height - axis.bottom - visible.length * (top + gap) + gap;
  const weights = visible.reduce((sum, { weight }) => sum + weight, 0);
  let from = 0;
  return visible.map((one) => {
    const pane = {
      series: one,
      from: from + top,
      to: from + top + (room * one.weight) / weights,
    };
    from = pane.to + gap;
    return pane;
  });
}

/** As many labels as fit without touching, the first always. */
function labelled(points: readonly GraphPoint[], room: number): number[] {
  const every = Math.max(1, Math.ceil((points.length * 52) / Math.max(room, 1)));
  const steps = [1, 2, 3, 4, 6, 7, 8, 12, 14, 21, 28, 30, 60, 90].find((step) => step >= every);
  return points.map((_, index) => index).filter((index) => index % (steps ?? every) === 0);
}

function moved(key: string, from: number, last: number): number | null | undefined {
  const targets: Record<string, number | null> = {
    ArrowLeft: Math.max(0, from - 1),
    ArrowDown: Math.max(0, from - 1),
    ArrowRight: Math.min(last, from + 1),
    ArrowUp: Math.min(last, from + 1),
    Home: 0,
    End: last,
    Escape: null,
  };
  return targets[key];
}

const spoken = (point: GraphPoint | undefined, shown: ReadonlySet<SeriesName>): string =>
  point
    ? [
        bucketInFull(point.date),
        ...series
          .filter(({ name }) => shown.has(name))
          .map(
            ({ title, of, write }) =>
              `${title} ${of(point) === null ? 'not yet' : write(of(point))}`,
          ),
      ].join(', ')
    : '';
