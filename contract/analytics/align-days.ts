import { addDays, type Day, daysIn, type Period } from '../period.ts';

const yearOf = (day: Day): number => Number(day.slice(0, 4));

/**
 * The day of another period that stands beside a day: the one of the same date where the periods begin or end on the
 * same date of different years, else the one at the same place. The 29th of February has no day beside it in a year
 * without one; it still counts in the totals.
 */
export function alignDays(period: Period, other: Period): (day: Day) => Day | null {
  const years = yearOf(period.end) - yearOf(other.end);
  const isSameDate =
    years !== 0 &&
    (period.start.slice(4) === other.start.slice(4) ||
      period.end.slice(4) === other.end.slice(4)) &&
    yearOf(period.start) - yearOf(other.start) === years;
  return (day) => {
    const found = isSameDate
      ? `${String(yearOf(day) - years).padStart(4, '0')}${day.slice(4)}`
      : addDays(other.start, daysIn({ start: period.start, end: day }) - 1);
    const isDay = addDays(found, 0) === found;
    return isDay && found >= other.start && found <= other.end ? found : null;
  };
}
