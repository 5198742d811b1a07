import type { AccessState } from '#contract/offers/access.ts';
import type { Connection } from '../database/orm.ts';
import type { OfferTerms } from '../offer-terms/offer-terms.ts';
import { termsOfOffer } from '../offer-terms/read-offer-terms.ts';
import type { OfferReader } from './offer-reader.ts';

export type OwnAccess = {
  offer: number;
  affiliate: number;
  status: AccessState;
  reason: string;
};

/** What is read beside the rows of offers to describe them. */
export type OfferFacts = {
  terms: ReadonlyMap<number, readonly OfferTerms[]>;
  /** The reader's affiliates, and what access they have. */
  affiliates: readonly { id: number; affid: string; name: string }[];
  access: readonly OwnAccess[];
  requests: ReadonlyMap<number, number>;
  /** The address of the project's website, as it is stored. */
  website: string;
};

export async function readOfferFacts(
  connection: Connection,
  ids: readonly number[],
  reader: OfferReader,
): Promise<OfferFacts> {
  const own = (reader.affiliates ?? []).map(({ id }) => id);
  const affiliates = await connection.query<OfferFacts['affiliates'][number]>(
    'select id, aff_id as affid, name from affiliates where id = any($1) order by id',
    [own],
  );
  const access = await connection.query<OwnAccess>(
    `select offer_id as offer, affiliate_id as affiliate, status, reason from offer_access
     where offer_id = any($1) and affiliate_id = any($2)`,
    [ids, own],
  );
  const { rows: requests } = await connection.query<{ offer: number; count: number }>(
    `select offer_id as offer, count(*)::int as count from offer_access
     where offer_id = any($1) and status = 'pending' group by 1`,
    [ids],
  );
  const projects = await connection.query<{ url: string }>(
    'select url from projects where id = $1',
    [reader.project],
  );
  return {
    terms: await readTermsOf(connection, ids),
    affiliates: affiliates.rows,
    access: access.rows,
    requests: new Map(requests.map(({ offer, count }) => [offer, count])),
    website: projects.rows[0]?.url ?? '',
  };
}

/** The terms of offers that were not withdrawn, earliest start first. */
export async function readTermsOf(
  connection: Connection,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OfferTerms[]>> {
  const { rows } = await connection.query<{ id: number; terms: OfferTerms[] }>(
    `select offer.id, ${termsOfOffer('offer')} as terms from offers offer where offer.id = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, terms }) => [id, terms]));
}
