import { dayAt, startOfDay } from '#contract/period.ts';
import type { Freshness } from '#model/query.ts';

/** Whether a comparison ends before its last day does. */
export function endsWithinDay({ compare, timezone }: Pick<Freshness, 'compare' | 'timezone'>) {
  if (!compare) return false;
  const end = new Date(compare.utc_to);
  return end.getTime() !== startOfDay(dayAt(end, timezone), timezone).getTime();
}
