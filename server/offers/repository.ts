import { asc, eq, sql } from 'drizzle-orm';
import type { Offer } from '#contract/offers/schemas.ts';
import { type Connection, orm, within } from '../database/orm.ts';
import { offerAccess, offerCaps, offers, offerTerms } from '../database/schema/offers.ts';
import { type OfferReader, visibleTo } from './offer-reader.ts';
import { insertOffer, statusAt } from './offer-rows.ts';

type OfOffer<Row> = Omit<Row, 'offerId'>;

/** An offer as it is stored, with what belongs to it. Without a status it is active. */
export type NewOffer = typeof offers.$inferInsert & {
  terms?: readonly OfOffer<typeof offerTerms.$inferInsert>[];
  caps?: readonly OfOffer<typeof offerCaps.$inferInsert>[];
  access?: readonly OfOffer<typeof offerAccess.$inferInsert>[];
};

/** Adds an offer without any checks and answers the id of its row. */
export async function createOffer(
  connection: Connection,
  { terms = [], caps = [], access = [], ...columns }: NewOffer,
): Promise<number> {
  return within(connection, async (client) => {
    const { id: offerId } = await insertOffer(client, columns);
    const own = <Row>(rows: readonly Row[]) => rows.map((row) => ({ ...row, offerId }));
    if (terms.length > 0) await orm(client).insert(offerTerms).values(own(terms));
    if (caps.length > 0) await orm(client).insert(offerCaps).values(own(caps));
    if (access.length > 0) await orm(client).insert(offerAccess).values(own(access));
    return offerId;
  });
}

type ListedOffer = {
  offerId: string;
  name: string;
  status: Offer['status'];
  /** Whether it is listed even if nothing was recorded for it. */
  isListed: boolean;
};

/** The offers of a project by their public ids, in the order of their creation. */
export async function readOffers(
  connection: Connection,
  reader: OfferReader,
  now: Date,
): Promise<ListedOffer[]> {
  const isOpen = sql<boolean>`${visibleTo(reader) ?? sql`true`}`;
  const rows = await orm(connection)
    .select({
      offerId: offers.offerId,
      name: offers.name,
      status: offers.status,
      endsAt: offers.endsAt,
      isOpen,
    })
    .from(offers)
    .where(eq(offers.projectId, reader.project))
    .orderBy(asc(offers.id));
  return rows.map(({ offerId, name, isOpen: isVisible, ...row }) => {
    const status = statusAt(row, now);
    return {
      offerId,
      name,
      status: status === 'active' || status === 'pending' ? status : 'paused',
      isListed: isVisible && status !== 'archived',
    };
  });
}
