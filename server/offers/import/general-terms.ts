import type { NewTerms } from '#contract/offers/terms.ts';
import type { Connection } from '../../database/orm.ts';
import { termsFor } from '../../offer-terms/offer-terms.ts';
import { readTermsOf } from '../offer-facts.ts';

/** The current terms of a goal for all affiliates, countries and devices. */
export async function generalTerms(
  connection: Connection,
  offer: number,
  { goal, now }: { goal: string; now: Date },
): Promise<NewTerms | null> {
  const all = (await readTermsOf(connection, [offer])).get(offer) ?? [];
  const found = termsFor(all, { goal, affid: '', country: '', device: '', at: now.getTime() });
  if (!found) return null;
  return {
    payout_type: found.payoutType,
    payout_amount: found.payoutAmount,
    payout_pct: found.payoutPct,
    revenue_type: found.revenueType,
    revenue_amount: found.revenueAmount,
    revenue_pct: found.revenuePct,
  };
}
