import { TZDate } from '@date-fns/tz';
import { subWeeks } from 'date-fns';
import type { Window } from '#contract/period.ts';
import type { Flow } from './flow-verdict.ts';

/** Zones differ by quarters of an hour, so events are counted in quarters. */
export const quarter = 900_000;
const hour = 4 * quarter;
const comparedWeeks = 4;

/** The same moment of so many weeks ago by the clock of the zone. */
const weeksBefore = (time: number, weeks: number, timezone: string): number =>
  subWeeks(new TZDate(time, timezone), weeks).getTime();

type Compared = {
  until: Date;
  /** How many hours before `until` are compared. */
  hours: number;
  timezone: string;
};

/** The periods whose events are compared: the last hours, and the same hours of four earlier weeks. */
export function comparedPeriods({ until, hours, timezone }: Compared): Window[] {
  const end = until.getTime();
  return [...Array(comparedWeeks + 1).keys()].map((weeks) => ({
    // An hour more, because a change of the clock moves hours.
    from: new Date(weeksBefore(end - hours * hour, weeks, timezone) - hour),
    to: new Date(Math.min(end, weeksBefore(end, weeks, timezone) + hour)),
  }));
}

/**
 * The flow of a step from its events by the number of whole quarters of an hour before `until`. Weeks before its first
 * event do not count.
 */
export function flowOf(
  byQuarter: ReadonlyMap<number, number>,
  { until, hours, timezone }: Compared,
): Flow {
  const end = until.getTime();
  const countIn = (hourEnd: number) => {
    const first = Math.round((end - hourEnd) / quarter);
    return [0, 1, 2, 3].reduce((sum, more) => sum + (byQuarter.get(first + more) ?? 0), 0);
  };
  const hourEnds = [...Array(hours).keys()].map((index) => end - index * hour);
  const weeks = [...Array(comparedWeeks).keys()].map((index) =>
    hourEnds.map((hourEnd) => countIn(weeksBefore(hourEnd, index + 1, timezone))),
  );
  const known = weeks.findLastIndex((week) => week.some((count) => count > 0)) + 1;
  return { recent: hourEnds.map(countIn), weeks: weeks.slice(0, known) };
}
