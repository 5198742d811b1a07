import type { Figure } from '../../kit/format.ts';
import { intervalText, liftText } from './words.ts';

/** Changes relative to the control with the bounds between which the true one lies. */
export type Interval = { lift: number | null; low: number | null; high: number | null };

const width = 160;
const height = 20;
const middle = height / 2;
const inset = 4;

/** The largest change that a plot shows: wider intervals end at its edge without a cap. */
const most = 1;

/** One scale for several plots, the same to both sides of no change. */
export function extentOf(intervals: readonly Interval[]): number {
  const ends = intervals.flatMap(({ lift, low, high }) => [lift, low, high]);
  const widest = Math.max(0.02, ...ends.map((end) => Math.abs(end ?? 0)));
  return Math.min(most, widest);
}

/** The interval of a treatment around no change; the words beside it are its twin. */
export function IntervalPlot({
  interval: { lift, low, high },
  extent,
  wantsMore = true,
}: {
  interval: Interval;
  extent: number;
  /** Whether a higher value is better. */
  wantsMore?: boolean;
}) {
  if (low === null || high === null) return null;
  const at = (value: number) =>
    inset +
    ((Math.min(extent, Math.max(-extent, value)) + extent) / (2 * extent)) * (width - 2 * inset);
  const caps = [low, high].filter((end) => Math.abs(end) <= extent);
  return (
    <svg
      className="interval-plot"
      data-meaning={meaningOf(low, high, wantsMore)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${liftText(lift)}, interval ${intervalText(low, high)}`}
    >
      <line className="interval-none" x1={at(0)} x2={at(0)} y1={0} y2={height} />
      <line className="interval-range" x1={at(low)} x2={at(high)} y1={middle} y2={middle} />
      {caps.map((end) => (
        <line
          key={end}
          className="interval-end"
          x1={at(end)}
          x2={at(end)}
          y1={middle - 4}
          y2={middle + 4}
        />
      ))}
      {lift === null ? null : (
        <circle className="interval-lift" cx={at(lift)} cy={middle} r={3.5} />
      )}
    </svg>
  );
}

/** Whether the whole interval is better or worse than no change; it is open while it holds both. */
function meaningOf(low: Figure, high: Figure, wantsMore: boolean): 'good' | 'bad' | 'open' {
  if (low === null || low === undefined || high === null || high === undefined) return 'open';
  if (low > 0) return wantsMore ? 'good' : 'bad';
  if (high < 0) return wantsMore ? 'bad' : 'good';
  return 'open';
}
