import type { GivenTerms } from '#contract/offers/terms.ts';
import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import type { Connection } from '../database/orm.ts';
import { invalid } from '../platform/refusal.ts';
import { zoneOfOffer } from './offer-answers.ts';
import { readTermsOf } from './offer-facts.ts';
import type { ClickGroup } from './offer-traffic.ts';
import type { SeenOffer } from './reading.ts';
import { asTerms, checkedTerms, haveSameKeys } from './terms-checks.ts';
import { paidLess } from './terms-effect.ts';

/** The terms with what they mean for affiliates that sent these clicks. */
export async function weighTerms(
  connection: Connection,
  { row }: SeenOffer,
  { given, clicks, now }: { given: GivenTerms; clicks: readonly ClickGroup[]; now: Date },
) {
  const place = { project: row.projectId, now };
  const checked = await checkedTerms(connection, given, place);
  const all = (await readTermsOf(connection, [row.id])).get(row.id) ?? [];
  const added = asTerms(checked);
  if (all.some((one) => haveSameKeys(one, added) && one.startsAt === added.startsAt)) {
    const message = 'Terms with the same goal, affiliate, country and device start then already.';
    throw invalid('starts_at', message);
  }
  return { checked, all, added, less: paidLess(all, added, clicks) };
}

export type WeighedTerms = Awaited<ReturnType<typeof weighTerms>>;

/** Why the start is too early for affiliates that are paid less; null where it is not. */
export function tooEarly(
  { row, reader }: SeenOffer,
  { checked: { startsAt }, less }: WeighedTerms,
  now: Date,
): string | null {
  const zone = zoneOfOffer(row, reader);
  const tomorrow = addDays(dayAt(now, zone), 1);
  if (less.length === 0 || startsAt >= startOfDay(tomorrow, zone)) return null;
  const whom = less.length === 1 ? `${less[0]}, who` : `${less.length} affiliates, which`;
  return `This pays less to ${whom} sent clicks in the last 7 days: start it on ${tomorrow} (${zone}) or later.`;
}
