import { addDays, type Day, dayAt, daysIn, type Period } from '#contract/period.ts';
import { type Bucket, buckets } from './series.ts';

/**
 * Which hour or day of another period stands beside one: the day in the same place, and in it the hour in the same
 * place. None where the other period is shorter, or its day.
 */
export function alignmentOf(period: Period, other: Period, zone: string) {
  const otherDay = (day: Day): Day | null => {
    const found = addDays(other.start, daysIn({ start: period.start, end: day }) - 1);
    return found > other.end ? null : found;
  };
  const hours = (day: Day) => buckets({ start: day, end: day }, zone, 'hour');
  return {
    day(day: Day): Bucket | null {
      const found = otherDay(day);
      return found === null
        ? null
        : (buckets({ start: found, end: found }, zone, 'day')[0] ?? null);
    },
    hour(start: Date): Bucket | null {
      const day = dayAt(start, zone);
      const found = otherDay(day);
      const place = hours(day).findIndex((one) => one.start.getTime() === start.getTime());
      return found === null ? null : (hours(found)[place] ?? null);
    },
  };
}
