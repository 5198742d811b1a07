import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Period, Preset } from '#contract/period.ts';
import type { BucketRange } from './brush.ts';

/** A zoom: some hours of the shown day, or some days of the range, which are loaded again. */
export type Zoom =
  | { kind: 'hours'; day: string; stretch: BucketRange }
  | { kind: 'days'; before: Preset | Period; shown: Period };

/** The zoom for a selected range; null if it would show the same. */
export function zoomInto(
  points: readonly GraphPoint[],
  zoom: Zoom | null,
  { from, to }: BucketRange,
  range: Preset | Period,
): Zoom | null {
  const shown = pointsWithin(points, zoom);
  const [first, last] = [shown[from], shown[to]];
  if (!first || !last || to - from + 1 >= shown.length) return null;
  if (typeof first.date === 'string' && typeof last.date === 'string') {
    return { kind: 'days', before: range, shown: { start: first.date, end: last.date } };
  }
  const stretch = { from: points.indexOf(first), to: points.indexOf(last) };
  return from === to ? null : { kind: 'hours', day: points[0]?.start ?? '', stretch };
}

/** The points inside the zoom; all points once other hours are shown. */
export const pointsWithin = (
  points: readonly GraphPoint[],
  zoom: Zoom | null,
): readonly GraphPoint[] =>
  zoom?.kind === 'hours' && points[0]?.start === zoom.day
    ? points.slice(zoom.stretch.from, zoom.stretch.to + 1)
    : points;

/** Whether the zoom still belongs to the shown points. */
export const isZoomValid = (
  zoom: Zoom,
  points: readonly GraphPoint[],
  range: Preset | Period,
): boolean =>
  zoom.kind === 'hours'
    ? points[0]?.start === zoom.day
    : typeof range !== 'string' && range.start === zoom.shown.start && range.end === zoom.shown.end;
