import { addDays, type Day, daysIn, type Period } from '../period.ts';

const yearOf = (day: Day): number => Number(day.slice(0, 4));

/** The same date some years before; the 1st of March for a 29th of February that the year does not have. */
export function sameDate(day: Day, years: number): Day {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCFullYear(yearOf(day) - years);
  return at.toISOString().slice(0, 10);
}

/** The years between two days of the same date, else null. */
const yearsBetween = (day: Day, other: Day): number | null =>
  day.slice(4) === other.slice(4) ? yearOf(day) - yearOf(other) : null;

/**
 * The day of another period that stands beside a day: the one of the same date where the periods begin or end on the
 * same date of different years, else the one at the same place. The 29th of February has no day beside it in a year
 * without one; it still counts in the totals.
 */
export function alignDays(period: Period, other: Period): (day: Day) => Day | null {
  const years = yearsBetween(period.start, other.start) ?? yearsBetween(period.end, other.end);
  return (day) => {
    const found = years
      ? sameDate(day, years)
      : addDays(other.start, daysIn({ start: period.start, end: day }) - 1);
    const isDay = !years || found.endsWith(day.slice(4));
    return isDay && found >= other.start && found <= other.end ? found : null;
  };
}
