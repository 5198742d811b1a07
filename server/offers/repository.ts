import { asc, eq } from 'drizzle-orm';
import { type Connection, orm } from '../database/orm.ts';
import { offers } from '../database/schema/offers.ts';

const statuses = ['active', 'pending', 'paused'] as const;
export type OfferStatus = (typeof statuses)[number];

export type NewOffer = {
  projectId: number;
  /** The public id that clicks carry as `offer_id`. */
  offerId: string;
  name: string;
  status?: OfferStatus;
  url?: string;
};

export async function createOffer(connection: Connection, offer: NewOffer): Promise<void> {
  await orm(connection).insert(offers).values(offer);
}

export async function readOffers(
  connection: Connection,
  projectId: number,
): Promise<{ offerId: string; name: string; status: OfferStatus }[]> {
  const rows = await orm(connection)
    .select()
    .from(offers)
    .where(eq(offers.projectId, projectId))
    .orderBy(asc(offers.id));
  return rows.map(({ offerId, name, status }) => ({
    offerId,
    name,
    status: statuses.find((known) => known === status) ?? 'paused',
  }));
}
