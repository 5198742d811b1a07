import { asc, eq } from 'drizzle-orm';
import { type Connection, orm } from '../database/orm.ts';
import { offers } from '../database/schema.ts';

export type NewOffer = {
  projectId: number;
  /** The public id that clicks carry as `offer_id`. */
  offerId: string;
  name: string;
  status?: 'active' | 'pending' | 'paused';
  url?: string;
};

export async function createOffer(connection: Connection, offer: NewOffer): Promise<void> {
  await orm(connection).insert(offers).values(offer);
}

export function readOffers(connection: Connection, projectId: number) {
  return orm(connection)
    .select()
    .from(offers)
    .where(eq(offers.projectId, projectId))
    .orderBy(asc(offers.id));
}
