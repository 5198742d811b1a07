import { dayAt, noonOf } from '#contract/period.ts';
import type { Freshness } from '#model/query.ts';
import { endsWithinDay } from '../kit/ends-within-day.ts';
import { bucketInText } from '../kit/format.ts';

/** How costs compare when the comparison ends within a day: costs only have a day, no time. */
export type CostComparison = {
  /** Whether costs are compared: with several days the partial day is small. */
  isCompared: boolean;
  /** A text short enough for a narrow card. */
  text: string;
};

/** Null if every compared day is whole. A cost counts at noon of its day. */
export function costComparisonOf(
  freshness: Pick<Freshness, 'compare' | 'granularity' | 'timezone'>,
): CostComparison | null {
  const { compare, granularity, timezone } = freshness;
  if (!compare || !endsWithinDay(freshness)) return null;
  if (granularity === 'hour') return { isCompared: false, text: 'Compares whole days' };
  const end = new Date(compare.utc_to);
  const last = dayAt(end, timezone);
  const text = `${noonOf(last, timezone) < end ? 'Includes all of' : 'Excludes'} ${bucketInText(last)} (partial day)`;
  return { isCompared: true, text };
}
