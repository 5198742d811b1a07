import { alignBuckets } from '#contract/analytics/align-buckets.ts';
import { alignDays } from '#contract/analytics/align-days.ts';
import { type Day, dayAt, type Period } from '#contract/period.ts';
import { type Bucket, buckets } from './series.ts';

/**
 * Which hour or day of another period corresponds to one: the day beside it, and in it the hour of the same local time.
 * Null where the other period has no such day, or its day lacks the hour.
 */
export function alignmentOf(period: Period, other: Period, zone: string) {
  const otherDay = alignDays(period, other);
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
      if (found === null) return null;
      const [mine, theirs] = [hours(day), hours(found)];
      const place = mine.findIndex((one) => one.start.getTime() === start.getTime());
      const [own, others] = [mine, theirs].map((some) => some.map((one) => one.start));
      const { twins } = alignBuckets(own ?? [], others ?? [], zone, 'hour');
      return theirs[twins[place] ?? -1] ?? null;
    },
  };
}
