import type { GivenTerms } from '#contract/offers/terms.ts';
import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import type { Connection } from '../database/orm.ts';
import { invalid } from '../platform/refusal.ts';
import { zoneOfOffer } from './offer-answers.ts';
import { readTermsOf } from './offer-facts.ts';
import type { ClickGroup } from './offer-traffic.ts';
import type { SeenOffer } from './reading.ts';
import { asTerms, checkedTerms, haveSameKeys } from './terms-checks.ts';
import { paidLess, paidLessAtEnd } from './terms-effect.ts';

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
  return {
    ...{ checked, all, added },
    less: paidLess(all, added, clicks),
    lessAtEnd: paidLessAtEnd(all, added, clicks),
  };
}

export type WeighedTerms = Awaited<ReturnType<typeof weighTerms>>;

type TooEarly = { field: 'starts_at' | 'ends_at'; message: string };

/** Why the start or the end is too early for affiliates that are paid less from then on; null where it is not. */
export function tooEarly(
  { row, reader }: SeenOffer,
  { checked: { startsAt, ends_at: end }, less, lessAtEnd }: WeighedTerms,
  now: Date,
): TooEarly | null {
  const zone = zoneOfOffer(row, reader);
  const tomorrow = addDays(dayAt(now, zone), 1);
  const isEarly = (at: Date) => at < startOfDay(tomorrow, zone);
  const who = (codes: readonly string[]) =>
    codes.length === 1 ? `${codes[0]}, who` : `${codes.length} affiliates, which`;
  if (less.length > 0 && isEarly(startsAt)) {
    const message = `This pays less to ${who(less)} sent clicks in the last 7 days: start it on ${tomorrow} (${zone}) or later.`;
    return { field: 'starts_at', message };
  }
  if (end === null || lessAtEnd.length === 0 || !isEarly(new Date(end))) return null;
  const message = `Its end pays less to ${who(lessAtEnd)} sent clicks in the last 7 days: end it on ${tomorrow} (${zone}) or later.`;
  return { field: 'ends_at', message };
}
