import { and, eq } from 'drizzle-orm';
import type { Access, Membership } from '../access/access.ts';
import { memberOf } from '../access/require-capability.ts';
import { type Connection, orm } from '../database/orm.ts';
import { offers } from '../database/schema/offers.ts';
import { notFound } from '../platform/refusal.ts';
import { type OfferReader, offerReader, visibleTo } from './offer-reader.ts';
import { findOffer, type OfferRow } from './offer-rows.ts';

export type SeenOffer = { row: OfferRow; membership: Membership; reader: OfferReader };

/** The offer of a call. One that the caller may not see answers as a missing one does. */
export async function seenOffer(
  connection: Connection,
  access: Access,
  id: number,
): Promise<SeenOffer> {
  const found = await findOffer(connection, id);
  if (!found) throw notFound();
  const membership = memberOf(access, found.projectId);
  const reader = offerReader(membership);
  const [row] = await orm(connection)
    .select()
    .from(offers)
    .where(and(eq(offers.id, id), visibleTo(reader)));
  if (!row) throw notFound();
  return { row, membership, reader };
}
