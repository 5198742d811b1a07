import { type KeyboardEvent, useId } from 'react';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { BucketLabels } from '../../kit/charts/BucketLabels.tsx';
import { axis, bandsOver, centreOf, edgeOf } from '../../kit/charts/bands.ts';
import { type BucketRange, useBrush } from '../../kit/charts/brush.ts';
import { Cursor } from '../../kit/charts/Cursor.tsx';
import { Hatch } from '../../kit/charts/Hatch.tsx';
import { labelledBuckets } from '../../kit/charts/labelled-buckets.ts';
import { Pane } from '../../kit/charts/Pane.tsx';
import { isMoney, type Series, type SeriesName } from '../../kit/charts/series.ts';
import { bucket, bucketInFull, percent } from '../../kit/format.ts';
import { type Marks, noMarks, spokenNotes } from '../annotations/marks.ts';
import { GraphTip } from './GraphTip.tsx';
import { missingIn, series } from './series.ts';

const gap = 20;
const top = 18;
/** Below this share of the expected conversions a bucket counts as incomplete. */
const settledFrom = 0.95;

/**
 * Revenue, conversions, clicks and cost over the same buckets, one pane each, with a shared cursor. The cursor follows
 * the pointer or, as a slider, the arrow keys; both can also select a range of buckets.
 */
export function Graph({
  points,
  currency,
  shown,
  hatched,
  width,
  height,
  marks = noMarks,
  zone = 'UTC',
  onChoose,
  onNote,
}: {
  points: readonly GraphPoint[];
  currency: string;
  shown: ReadonlySet<SeriesName>;
  /** Hatched for the browser's figures, solid for the server's. */
  hatched: boolean;
  width: number;
  height: number;
  /** The annotations of the buckets, and the time zone of their times. */
  marks?: Marks;
  zone?: string;
  onChoose: (stretch: BucketRange) => void;
  /** Called to add an annotation at a bucket. */
  onNote?: ((index: number) => void) | undefined;
}) {
  const hint = useId();
  const moving = useId();
  const x = bandsOver(points.length, width);
  const [left, right] = x.range();
  const panes = layOut(
    series.filter(({ name }) => shown.has(name)),
    height,
  );
  const last = points.length - 1;
  const brush = useBrush({
    count: points.length,
    bucketAt: (at) => {
      const index = Math.floor(((at - left) / (right - left)) * points.length);
      return index < 0 || index > last ? null : index;
    },
    onChoose,
  });
  const { cursor, stretch } = brush;
  const at = cursor === null ? undefined : points[cursor];
  const floor = height - axis.bottom;
  const happened = (index: number) => marks.get(points[index]?.start ?? '') ?? [];
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key !== 'n' || ctrlKey || metaKey || altKey || !onNote) return brush.onKeyDown(event);
    event.preventDefault();
    onNote(cursor ?? last);
  };

  return (
    <div
      className="graph"
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label="Point in time"
      aria-describedby={hint}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={[
        spoken(points, cursor ?? last, shown, stretch, currency),
        ...happened(cursor ?? last).map((mark) => spokenNotes([mark], zone)),
      ].join(', ')}
      onKeyDown={press}
      onBlur={brush.leave}
    >
      <span id={hint} hidden>
        Hold Shift with the arrow keys to choose a stretch, Enter to look closer.
        {onNote ? ' Press n to add a note.' : ''}
      </span>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        {...brush.pointer}
      >
        <title>Revenue, conversions, clicks and cost over time</title>
        <defs>
          <Hatch id={moving} className="graph-moving-line" gap={6} />
        </defs>
        {points.map((point, index) =>
          isMoving(point) ? (
            <rect
              key={point.start}
              className="graph-moving"
              x={edgeOf(x, index)}
              width={x.step()}
              y={top}
              height={floor - top}
              fill={`url(#${CSS.escape(moving)})`}
            />
          ) : null,
        )}
        <Cursor x={x} at={stretch ? null : cursor} height={floor} />
        {stretch ? (
          <rect
            className="graph-brush"
            x={edgeOf(x, stretch.from)}
            width={x.step() * (stretch.to - stretch.from + 1)}
            y={0}
            height={floor}
          />
        ) : null}
        {panes.map(({ series: one, from, to }) => (
          <Pane
            key={one.name}
            series={one}
            points={points}
            unit={unitOf(one, points, currency)}
            hatched={hatched && one.mark !== 'bar'}
            x={x}
            left={left}
            right={right}
            from={from}
            to={to}
            cursor={cursor}
          />
        ))}
        <BucketLabels
          x={x}
          y={height - axis.bottom + 18}
          indexes={labelledBuckets(points.length, right - left)}
          write={(index) => bucket(points[index]?.date ?? 0)}
        />
      </svg>
      {at && cursor !== null ? (
        <GraphTip
          title={bucketInFull(at.date)}
          point={at}
          note={noteOf(at)}
          shown={shown}
          currency={currency}
          happened={happened(cursor)}
          left={centreOf(x, cursor)}
          width={width}
        />
      ) : null}
    </div>
  );
}

const isMoving = ({ settled, revenue }: GraphPoint): boolean =>
  typeof settled === 'number' && revenue !== null && settled < settledFrom;

/** What stands behind the title of a pane. */
function unitOf(one: Series, points: readonly GraphPoint[], currency: string): string {
  if (points.every((point) => one.of(point) === null && one.before(point) === null)) {
    return one.name === 'cost' ? 'unknown here' : '';
  }
  return isMoney(one) ? currency : '';
}

/** A warning about a bucket whose figures are incomplete. */
function noteOf(point: GraphPoint): string | null {
  if (point.partial) return 'still running';
  return isMoving(point) ? `${percent(point.settled)} settled` : null;
}

/** Divides the height among the panes by weight. */
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

function spoken(
  points: readonly GraphPoint[],
  index: number,
  shown: ReadonlySet<SeriesName>,
  stretch: BucketRange | null,
  currency: string,
): string {
  const point = points[index];
  if (!point) return '';
  const [first, last] = [points[stretch?.from ?? 0], points[stretch?.to ?? 0]];
  const figures = series
    .filter(({ name }) => shown.has(name))
    .map(
      ({ title, of, write }) =>
        `${title} ${of(point) === null ? missingIn(point) : write(of(point), currency)}`,
    );
  const note = noteOf(point);
  return [
    bucketInFull(point.date),
    ...figures,
    ...(note && !point.partial ? [note] : []),
    ...(stretch && first && last
      ? [`chosen from ${bucketInFull(first.date)} to ${bucketInFull(last.date)}`]
      : []),
  ].join(', ');
}
