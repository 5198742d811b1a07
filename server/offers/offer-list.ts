import {
  and,
  arrayOverlaps,
  desc,
  eq,
  ilike,
  inArray,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { OfferStatus } from '#contract/offers/fields.ts';
import { containing } from '../database/containing.ts';
import { type Connection, orm } from '../database/orm.ts';
import { offers } from '../database/schema/offers.ts';
import { hasOwnAccess, type OfferReader, visibleTo } from './offer-reader.ts';
import type { OfferRow } from './offer-rows.ts';

export type OfferFilter = {
  status?: readonly OfferStatus[] | undefined;
  category?: readonly string[] | undefined;
  country?: readonly string[] | undefined;
  tag?: readonly string[] | undefined;
  access?: 'mine' | 'available' | 'pending' | undefined;
  search?: string | undefined;
  /** The id of the last offer of the page before. */
  cursor?: string | undefined;
  limit: number;
};

/** The offers of a project that a reader may see, newest first; archived ones only where they are asked for. */
export async function readOfferPage(
  connection: Connection,
  reader: OfferReader,
  filter: OfferFilter,
  now: Date,
): Promise<OfferRow[]> {
  const { status, category, country, tag, access, search, cursor, limit } = filter;
  return orm(connection)
    .select()
    .from(offers)
    .where(
      and(
        eq(offers.projectId, reader.project),
        visibleTo(reader),
        status ? inArray(statusIn(now), [...status]) : ne(offers.status, 'archived'),
        category && inArray(offers.category, [...category]),
        country && takes(country),
        tag && arrayOverlaps(offers.tags, [...tag]),
        access && withAccess(reader, access),
        search ? holding(search) : undefined,
        cursor === undefined ? undefined : lt(offers.id, sql`${cursor}::bigint`),
      ),
    )
    .orderBy(desc(offers.id))
    .limit(limit);
}

const statusIn = (now: Date): SQL<string> =>
  sql`case when ${offers.status} in ('active', 'paused') and ${offers.endsAt} <= ${now.toISOString()}::timestamptz
    then 'expired' else ${offers.status} end`;

/** Offers that take clicks of one of these countries. */
const takes = (countries: readonly string[]): SQL =>
  sql`case when ${offers.countryMode} = 'include'
    then ${offers.countries} = '{}' or ${offers.countries} && ${sql.param(countries)}::text[]
    else not ${sql.param(countries)}::text[] <@ ${offers.countries} end`;

/**
 * Of an affiliate: what it may run, what it may request, and what it has requested. Of a reader of the whole project:
 * all offers, those that can be requested, and those with a request.
 */
function withAccess(
  reader: OfferReader,
  access: 'mine' | 'available' | 'pending',
): SQL | undefined {
  if (reader.affiliates === null) {
    if (access === 'mine') return undefined;
    if (access === 'available') return ne(offers.visibility, 'private');
    return sql`exists (select from offer_access a where a.offer_id = ${offers.id} and a.status = 'pending')`;
  }
  if (access === 'pending') return hasOwnAccess(reader, ['pending']);
  const isPublic = eq(offers.visibility, 'public');
  if (access === 'mine') {
    const refused = hasOwnAccess(reader, ['blocked']);
    return or(hasOwnAccess(reader, ['approved']), and(isPublic, sql`not ${refused}`));
  }
  const known = hasOwnAccess(reader, ['pending', 'approved', 'blocked']);
  return and(eq(offers.visibility, 'approval'), sql`not ${known}`);
}

function holding(search: string): SQL | undefined {
  const pattern = containing(search);
  return or(
    ilike(offers.name, pattern),
    ilike(offers.offerId, pattern),
    ilike(offers.advertiserName, pattern),
    ilike(offers.network, pattern),
  );
}
