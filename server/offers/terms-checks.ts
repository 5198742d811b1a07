import { Decimal } from 'decimal.js';
import type { GivenTerms } from '#contract/offers/terms.ts';
import type { Connection } from '../database/orm.ts';
import type { OfferTerms } from '../offer-terms/offer-terms.ts';
import { invalid } from '../platform/refusal.ts';
import { requireCountry } from './offer-checks.ts';

/** Terms whose affiliate, country and start are known. */
export type CheckedTerms = Omit<GivenTerms, 'starts_at'> & { startsAt: Date; affid: string | null };

type Place = {
  project: number;
  now: Date;
  /** Before the names of fields in refusals. */
  prefix?: string;
};

/** Refuses what the terms show to be wrong together with the project and the clock. */
export async function checkedTerms(
  connection: Connection,
  given: GivenTerms,
  { project, now, prefix = '' }: Place,
): Promise<CheckedTerms> {
  const { country, affiliate, starts_at: start, ends_at: end, ...rest } = given;
  const startsAt = start === null ? now : new Date(start);
  if (startsAt < now) {
    const message = 'Terms begin now or later. Clicks of the past keep theirs.';
    throw invalid(`${prefix}starts_at`, message);
  }
  if (end !== null && new Date(end) <= startsAt) {
    throw invalid(`${prefix}ends_at`, 'The end is not after the start.');
  }
  const known = country && requireCountry(`${prefix}country`, country);
  const affid = await codeOf(connection, project, affiliate);
  if (affiliate !== null && affid === null) {
    throw invalid(`${prefix}affiliate`, 'This project has no such affiliate.');
  }
  requireMargin(given, prefix);
  return { ...rest, ends_at: end, affiliate, affid, country: known, startsAt };
}

/** The code of an affiliate of a project. */
export async function codeOf(
  connection: Connection,
  project: number,
  affiliate: number | null,
): Promise<string | null> {
  if (affiliate === null) return null;
  const { rows } = await connection.query<{ affid: string }>(
    'select aff_id as affid from affiliates where id = $1 and project_id = $2',
    [affiliate, project],
  );
  return rows[0]?.affid ?? null;
}

/**
 * Compares amounts with amounts and shares with shares. An amount against a share depends on the value, and without
 * revenue in the terms the value itself is the revenue.
 */
function requireMargin(terms: GivenTerms, prefix: string): void {
  if (terms.allow_negative_margin || terms.revenue_type === 'none') return;
  const above = 'This is above the revenue. Confirm the negative margin, or enter less.';
  const { revenue_amount: amount, revenue_pct: share } = terms;
  const isMore = (payout: string | null, revenue: string | null) =>
    payout !== null && revenue !== null && new Decimal(payout).gt(revenue);
  if (isMore(terms.payout_amount, amount)) throw invalid(`${prefix}payout_amount`, above);
  if (isMore(terms.payout_pct, share)) throw invalid(`${prefix}payout_pct`, above);
  const tier = terms.tiers.findIndex((one) => isMore(one.amount, amount));
  if (tier >= 0) throw invalid(`${prefix}tiers.${tier}.amount`, above);
}

/** The terms as they will apply, before they have an id; it is above those of all stored ones. */
export const asTerms = (terms: CheckedTerms): OfferTerms => ({
  id: Number.MAX_SAFE_INTEGER,
  goal: terms.goal,
  affid: terms.affid,
  country: terms.country,
  device: terms.device,
  revenueType: terms.revenue_type,
  revenueAmount: terms.revenue_amount,
  revenuePct: terms.revenue_pct,
  payoutType: terms.payout_type,
  payoutAmount: terms.payout_amount,
  payoutPct: terms.payout_pct,
  tiers: terms.tiers,
  startsAt: terms.startsAt.getTime(),
  endsAt: terms.ends_at === null ? null : Date.parse(terms.ends_at),
});

/** Whether two terms are for the same goal, affiliate, country and device. */
export const haveSameKeys = (one: OfferTerms, other: OfferTerms): boolean =>
  one.goal === other.goal &&
  one.affid === other.affid &&
  one.country === other.country &&
  one.device === other.device;
