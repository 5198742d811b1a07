import { type Day, dayAt, type Period, wallTime } from '../period.ts';
import { alignDays } from './align-days.ts';

/** The buckets of a period aligned with those of another one, by index. */
type AlignedBuckets = {
  /** The matching index of each bucket; null where the other period has no such bucket. */
  twins: (number | null)[];
  /** For each bucket, the hours just before it that only the other day has. */
  lone: number[][];
};

/**
 * Days align by their date or their order, hours by local time: otherwise the hours after a clock change, on a day of
 * 23 or 25 hours, would align with their neighbours. An hour that only one of the two days has, or has twice, aligns
 * with none.
 */
export function alignBuckets(
  starts: readonly Date[],
  others: readonly Date[],
  zone: string,
  granularity: 'hour' | 'day',
): AlignedBuckets {
  if (granularity === 'day') {
    return { twins: dayTwins(starts, others, zone), lone: starts.map(() => []) };
  }
  const [mine, theirs] = [namesOf(starts, zone), namesOf(others, zone)];
  const places = new Map(theirs.map(({ name }, index) => [name, index]));
  const own = new Set(mine.map(({ name }) => name));
  const lone = mine.map((): number[] => []);
  for (const [other, { name, hour }] of theirs.entries()) {
    const next = mine.findIndex((one) => one.hour > hour);
    if (!own.has(name)) lone.at(next)?.push(other);
  }
  return { twins: mine.map(({ name }) => places.get(name) ?? null), lone };
}

function dayTwins(
  starts: readonly Date[],
  others: readonly Date[],
  zone: string,
): (number | null)[] {
  if (others.length === 0) return starts.map(() => null);
  const [mine, theirs] = [daysOf(starts, zone), daysOf(others, zone)];
  const beside = alignDays(periodOf(mine), periodOf(theirs));
  return mine.map((day) => {
    const at = theirs.indexOf(beside(day) ?? '');
    return at < 0 ? null : at;
  });
}

const daysOf = (starts: readonly Date[], zone: string): Day[] =>
  starts.map((start) => dayAt(start, zone));

const periodOf = (days: readonly Day[]): Period => ({
  start: days[0] ?? '',
  end: days.at(-1) ?? '',
});

/** The hours of the first day, each by its local hour and its occurrence. */
function namesOf(starts: readonly Date[], zone: string): { name: string; hour: number }[] {
  const [first] = starts;
  const times = new Map<number, number>();
  return starts
    .filter((start) => first && dayAt(start, zone) === dayAt(first, zone))
    .map((start) => {
      const hour = Number(wallTime(start, zone).slice(11, 13));
      const time = (times.get(hour) ?? 0) + 1;
      times.set(hour, time);
      return { name: `${hour} ${time}`, hour };
    });
}
