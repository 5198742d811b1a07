import { TZDate } from '@date-fns/tz';
import { subWeeks } from 'date-fns';
import type { Flow } from './flow-verdict.ts';

/** Zones differ by quarters of an hour, so weeks are counted in them. */
export const slotMs = 900_000;
const slotsPerHour = 4;
export const comparedWeeks = 4;

/** The number of quarters of an hour between an hour and the same hour of so many weeks ago, by the clock of the zone. */
function slotsBack(hourEnd: number, weeks: number, timezone: string): number {
  const earlier = subWeeks(new TZDate(hourEnd, timezone), weeks).getTime();
  return Math.round((hourEnd - earlier) / slotMs);
}

/** The span before `until` that the comparison of so many hours reads, in milliseconds. */
export const readSpan = (hours: number): number =>
  (comparedWeeks * 7 * 24 + hours + 24) * 4 * slotMs;

type Counted = {
  /** Events by the number of whole quarters of an hour between them and `until`. */
  bySlot: ReadonlyMap<number, number>;
  until: Date;
  /** How many hours before `until` are compared. */
  hours: number;
  timezone: string;
  /** The first event that was ever recorded; weeks before it do not count. */
  firstAt: Date | null;
};

/** The last hours and the same hours of earlier weeks by the clock of the project's zone. */
export function flowOf({ bySlot, until, hours, timezone, firstAt }: Counted): Flow {
  const hourAt = (slot: number) =>
    [...Array(slotsPerHour).keys()].reduce((sum, more) => sum + (bySlot.get(slot + more) ?? 0), 0);
  const each = [...Array(hours).keys()];
  const inWeek = (weeks: number) =>
    each.map((hour) => {
      const slot = hour * slotsPerHour;
      return hourAt(slot + slotsBack(until.getTime() - slot * slotMs, weeks, timezone));
    });
  const known = [...Array(comparedWeeks).keys()]
    .map((index) => index + 1)
    .filter((weeks) => {
      const start = subWeeks(new TZDate(until.getTime() - hours * 3_600_000, timezone), weeks);
      return firstAt !== null && start.getTime() >= firstAt.getTime();
    });
  return { recent: each.map((hour) => hourAt(hour * slotsPerHour)), weeks: known.map(inWeek) };
}
