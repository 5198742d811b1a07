import { dayAt, daysIn } from '#contract/period.ts';
import type { Freshness } from '#model/query.ts';

/** How many days of a comparison have none beside them: it is longer than the range, whose buckets are drawn. */
export function daysBeyond(
  { compare, granularity, timezone }: Freshness,
  buckets: readonly unknown[],
): number {
  if (!compare) return 0;
  const last = new Date(Date.parse(compare.utc_to) - 1);
  const compared = daysIn({
    start: dayAt(new Date(compare.utc_from), timezone),
    end: dayAt(last, timezone),
  });
  return Math.max(0, compared - (granularity === 'hour' ? 1 : buckets.length));
}
