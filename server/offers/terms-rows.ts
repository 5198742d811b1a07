import { type Connection, isDuplicate, orm, within } from '../database/orm.ts';
import { offerTerms } from '../database/schema/offers.ts';
import { invalid } from '../platform/refusal.ts';
import type { CheckedTerms } from './terms-checks.ts';

export type TermsRow = typeof offerTerms.$inferSelect;

type Added = { offer: number; by: number | null; now: Date; prefix?: string };

/** Adds terms; a second start of the same keys is refused by name. */
export async function addTerms(
  connection: Connection,
  terms: CheckedTerms,
  { offer, by, now, prefix = '' }: Added,
): Promise<TermsRow> {
  return within(connection, async (client) => {
    const [row] = await orm(client)
      .insert(offerTerms)
      .values({
        offerId: offer,
        goal: terms.goal,
        affiliateId: terms.affiliate,
        country: terms.country,
        device: terms.device,
        revenueType: terms.revenue_type,
        revenueAmount: terms.revenue_amount,
        revenuePct: terms.revenue_pct,
        payoutType: terms.payout_type,
        payoutAmount: terms.payout_amount,
        payoutPct: terms.payout_pct,
        tiers: terms.tiers,
        startsAt: terms.startsAt,
        endsAt: terms.ends_at === null ? null : new Date(terms.ends_at),
        reason: terms.reason,
        createdAt: now,
        createdBy: by,
      })
      .returning()
      .catch((error: unknown) => {
        if (!isDuplicate(error, 'offer_terms_start')) throw error;
        const message =
          'Terms with the same goal, affiliate, country and device start then already.';
        throw invalid(`${prefix}starts_at`, message);
      });
    if (!row) throw new Error('The terms were not written.');
    return row;
  });
}
