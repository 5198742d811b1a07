import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Period, Preset } from '#contract/period.ts';
import type { Stretch } from './brush.ts';

/** A closer look: some hours of the day on screen, or some days of the range, which is asked for anew. */
export type Zoom =
  | { kind: 'hours'; day: string; stretch: Stretch }
  | { kind: 'days'; before: Preset | Period; shown: Period };

/** What a stretch of the points on screen leads to; nothing where it would show what is shown already. */
export function zoomInto(
  points: readonly GraphPoint[],
  zoom: Zoom | null,
  { from, to }: Stretch,
  range: Preset | Period,
): Zoom | null {
  const shown = within(points, zoom);
  const [first, last] = [shown[from], shown[to]];
  if (!first || !last || to - from + 1 >= shown.length) return null;
  if (typeof first.date === 'string' && typeof last.date === 'string') {
    return { kind: 'days', before: range, shown: { start: first.date, end: last.date } };
  }
  const stretch = { from: points.indexOf(first), to: points.indexOf(last) };
  return from === to ? null : { kind: 'hours', day: points[0]?.start ?? '', stretch };
}

/** The points of the closer look; all of them once other hours are on screen. */
export const within = (points: readonly GraphPoint[], zoom: Zoom | null): readonly GraphPoint[] =>
  zoom?.kind === 'hours' && points[0]?.start === zoom.day
    ? points.slice(zoom.stretch.from, zoom.stretch.to + 1)
    : points;

/** Whether what is on screen is still that closer look. Another choice ends it. */
export const holds = (
  zoom: Zoom,
  points: readonly GraphPoint[],
  range: Preset | Period,
): boolean =>
  zoom.kind === 'hours'
    ? points[0]?.start === zoom.day
    : typeof range !== 'string' && range.start === zoom.shown.start && range.end === zoom.shown.end;
