import { dayAt } from '#contract/period.ts';
import type { PersonRow } from '#model/funnel-dashboard.ts';
import { linkWith } from '../../kit/own-days-links.ts';

/**
 * The log with the conversions of a person's click, from its entry on; null where nothing names them. The link needs a
 * tab of its own, because a change of page resets the days.
 */
export function conversionsLink(
  { click_id, revenue, entered_at, furthest_at }: PersonRow,
  timezone: string,
  search: string,
): string | null {
  if (click_id === null || revenue === null || revenue === 0) return null;
  const dayOf = (at: string) => dayAt(new Date(at), timezone);
  return linkWith('/conversions', search, {
    range: '',
    start: dayOf(entered_at),
    end: dayOf(furthest_at),
    find: click_id,
  });
}
