import type { Period } from '#contract/period.ts';
import { payoutsPath } from '#model/offer-payouts.ts';

/** The payouts of other days, or with the statement of an affiliate open; all else stays as it is. */
export function payoutsLink(
  search: string,
  { period, affiliate }: { period?: Period; affiliate?: number | null },
): string {
  const query = new URLSearchParams(search);
  if (period) {
    query.delete('range');
    query.set('start', period.start);
    query.set('end', period.end);
  }
  if (affiliate === null) query.delete('affiliate');
  else if (affiliate !== undefined) query.set('affiliate', String(affiliate));
  const text = query.toString();
  return text === '' ? payoutsPath : `${payoutsPath}?${text}`;
}
