import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { dayAt } from '#contract/period.ts';
import { bandsOver, centreOf } from '../../kit/charts/bands.ts';
import { bucketInText, clock } from '../../kit/format.ts';

/** The annotations of each bucket, by the instant at which the bucket starts. */
export type Marks = ReadonlyMap<string, readonly Annotation[]>;

export const noMarks: Marks = new Map();

/** Compares instants, not names of hours, because a clock change can repeat an hour. */
export function marksOn(points: readonly GraphPoint[], annotations: readonly Annotation[]): Marks {
  const marks = new Map<string, Annotation[]>();
  for (const annotation of annotations) {
    const at = Date.parse(annotation.at);
    const start = points.findLast((point) => Date.parse(point.start) <= at)?.start;
    if (start !== undefined) marks.set(start, [...(marks.get(start) ?? []), annotation]);
  }
  return marks;
}

/** Buckets whose flags would touch share one flag. */
export type Flag = { key: string; left: number; annotations: readonly Annotation[] };

const apart = 26;

export function flagsOf(points: readonly GraphPoint[], marks: Marks, width: number): Flag[] {
  const x = bandsOver(points.length, width);
  const flags: Flag[] = [];
  for (const [index, { start }] of points.entries()) {
    const annotations = marks.get(start);
    if (!annotations) continue;
    const left = centreOf(x, index);
    const last = flags.at(-1);
    if (last && left - last.left < apart) {
      flags[flags.length - 1] = { ...last, annotations: [...last.annotations, ...annotations] };
    } else flags.push({ key: start, left, annotations });
  }
  return flags;
}

/** The suggested time of a note in a bucket: now in the running bucket, otherwise its start. */
export function momentIn(points: readonly GraphPoint[], index: number, now: string): string {
  const point = points[index];
  const next = points[index + 1]?.start;
  const isNow =
    point?.partial &&
    Date.parse(point.start) <= Date.parse(now) &&
    (next === undefined || Date.parse(now) < Date.parse(next));
  return point && !isNow ? point.start : now;
}

/** The running bucket, otherwise the last one. */
export const latestIn = (points: readonly GraphPoint[]): number => {
  const running = points.findIndex(({ partial }) => partial);
  return running < 0 ? points.length - 1 : running;
};

/** For example “Nov 20, 14:05”. */
export const momentText = (at: string, zone: string): string =>
  `${bucketInText(dayAt(new Date(at), zone))}, ${clock(at, zone).slice(0, 5)}`;

/** The notes in one line for a screen reader, with a stop or a semicolon between them. */
export const spokenNotes = (annotations: readonly Annotation[], zone: string): string =>
  annotations
    .map(({ at, text }) => `${momentText(at, zone)}: ${text}`)
    .reduce((line, next) => (/[.!?…]$/.test(line) ? `${line} ${next}` : `${line}; ${next}`));
