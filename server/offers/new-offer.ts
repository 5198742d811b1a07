import type pg from 'pg';
import { insertCap } from './insert-cap.ts';
import { requireFallback } from './offer-checks.ts';
import { columnsOf, type EnteredNewOffer } from './offer-columns.ts';
import { insertOffer, nextOfferId, type OfferRow } from './offer-rows.ts';
import { checkedTerms } from './terms-checks.ts';
import { addTerms } from './terms-rows.ts';

/** Adds a pending offer with its first terms and caps. The caller holds the lock of the project. */
export async function addOffer(
  client: pg.PoolClient,
  entered: EnteredNewOffer,
  { by, now }: { by: number; now: Date },
): Promise<OfferRow> {
  const { project, offer_id: given, terms, caps, ...fields } = entered;
  await requireFallback(client, { project, id: null }, fields.fallback_offer);
  const offerId = given ?? (await nextOfferId(client, project));
  const columns = columnsOf(fields);
  const row = await insertOffer(client, {
    ...columns,
    name: fields.name,
    projectId: project,
    offerId,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  });
  for (const [index, one] of terms.entries()) {
    const prefix = `terms.${index}.`;
    const checked = await checkedTerms(client, one, { project, now, prefix });
    await addTerms(client, checked, { offer: row.id, by, now, prefix });
  }
  for (const [index, cap] of caps.entries()) {
    await insertCap(client, { id: row.id, project }, cap, { now, prefix: `caps.${index}.` });
  }
  return row;
}
