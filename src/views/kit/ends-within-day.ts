import { dayAt, startOfDay } from '#contract/period.ts';
import type { Freshness } from '#model/query.ts';

/** Whether the comparison ends before the end of its last day. */
export function endsWithinDay({ compare, timezone }: Pick<Freshness, 'compare' | 'timezone'>) {
  if (!compare) return false;
  const end = new Date(compare.utc_to);
  return end.getTime() !== startOfDay(dayAt(end, timezone), timezone).getTime();
}
