import { dayAt, noonOf } from '#contract/period.ts';
import type { Freshness } from '#model/query.ts';
import { endsWithinDay } from '../kit/ends-within-day.ts';
import { bucket } from '../kit/format.ts';

/** What a comparison that ends within a day makes of costs, which name their day alone. */
export type CostDays = {
  /** Whether they are compared all the same: of several days one is a small part. */
  isCompared: boolean;
  /** As short as a narrow card: the day is one of the compared ones. */
  says: string;
};

/** Null where all days are whole. A cost stands at noon of its day. */
export function costDaysOf(
  freshness: Pick<Freshness, 'compare' | 'granularity' | 'timezone'>,
): CostDays | null {
  const { compare, granularity, timezone } = freshness;
  if (!compare || !endsWithinDay(freshness)) return null;
  if (granularity === 'hour') return { isCompared: false, says: 'Compares whole days' };
  const end = new Date(compare.utc_to);
  const last = dayAt(end, timezone);
  const says = `${noonOf(last, timezone) < end ? 'With all of' : 'Without'} ${bucket(last)}`;
  return { isCompared: true, says };
}
