import { and, eq } from 'drizzle-orm';
import { type Connection, orm } from '../../database/orm.ts';
import { offers } from '../../database/schema/offers.ts';
import type { OfferRow } from '../offer-rows.ts';

/** The offer of a project with this public id. */
export async function findByOfferId(
  connection: Connection,
  project: number,
  offerId: string | undefined,
): Promise<OfferRow | null> {
  if (offerId === undefined) return null;
  const [row] = await orm(connection)
    .select()
    .from(offers)
    .where(and(eq(offers.projectId, project), eq(offers.offerId, offerId)));
  return row ?? null;
}
