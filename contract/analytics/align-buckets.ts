import { dayAt, wallTime } from '../period.ts';

/** How the buckets of a period stand beside those of another one, by their places. */
type Beside = {
  /** The twin of each bucket; none where the other period has no such bucket. */
  twins: (number | null)[];
  /** Of each bucket the hours just before it that the other day has and its own does not. */
  lone: number[][];
};

/**
 * Days stand beside each other in their order, hours by what clocks show: on a day of 23 or 25 hours those after the
 * change would stand beside their neighbours else. An hour that only one of two days has twice, or at all, has no twin.
 */
export function alignBuckets(
  starts: readonly Date[],
  others: readonly Date[],
  zone: string,
  granularity: 'hour' | 'day',
): Beside {
  if (granularity === 'day') {
    return {
      twins: starts.map((_, index) => (index < others.length ? index : null)),
      lone: starts.map(() => []),
    };
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

/** The hours of the first day, each by what clocks show and how often they showed it before. */
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
