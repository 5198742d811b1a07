import { LRUCache } from 'lru-cache';
import {
  bucketsOf,
  dayAt,
  type Granularity,
  type Period,
  startOfDay,
  windowOf,
} from '#contract/period.ts';
import { timeMember } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';

export type Bucket = { start: Date; end: Date };

/** The buckets of recent periods. A team asks for the same days, and computing local times of a zone is slow. */
const known = new LRUCache<string, readonly Bucket[]>({ max: 100 });

/** Every bucket of a period, each ending where the next one starts. */
export function buckets(period: Period, zone: string, granularity: Granularity): readonly Bucket[] {
  const key = [period.start, period.end, zone, granularity].join(' ');
  const found = known.get(key) ?? bucketsIn(period, zone, granularity);
  known.set(key, found);
  return found;
}

function bucketsIn(period: Period, zone: string, granularity: Granularity): Bucket[] {
  const starts = bucketsOf(period, zone, granularity);
  const { to } = windowOf(period, zone);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? to }));
}

/** When the bucket of a row starts, as the warehouse grouped it: an instant for hours, a local day otherwise. */
export function startOf(row: Row, zone: string, granularity: Granularity): Date {
  const text = row[`${timeMember}.${granularity}`] ?? '';
  return granularity === 'hour' ? new Date(Number(text) * 1000) : startOfDay(text, zone);
}

/** Puts each row beside the bucket it falls into. */
export function placed(
  all: readonly Bucket[],
  rows: readonly Row[],
  zone: string,
  granularity: Granularity,
): (Row | undefined)[] {
  const places = new Map(all.map(({ start }, index) => [start.getTime(), index]));
  const found: (Row | undefined)[] = all.map(() => undefined);
  for (const row of rows) {
    const start = startOf(row, zone, granularity);
    const index = places.get(start.getTime());
    if (index === undefined)
      throw new Error(`No bucket starts at ${start.toISOString()} in ${zone}.`);
    found[index] = row;
  }
  return found;
}

export const isPartial = ({ start, end }: Bucket, now: Date): boolean => start <= now && now < end;

/** The hour number on the local clock for hours, the local day otherwise. */
export function labelOf({ start }: Bucket, zone: string, granularity: 'hour' | 'day') {
  return granularity === 'hour' ? hourOf(start, zone) : dayAt(start, zone);
}

export function hourOf(start: Date, zone: string): number {
  const hour = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
  });
  return Number(hour.format(start));
}
