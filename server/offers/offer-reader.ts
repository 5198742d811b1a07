import { type SQL, sql } from 'drizzle-orm';
import type { CapMetric } from '#contract/offers/caps.ts';
import type { Membership } from '../access/access.ts';
import { isAllowed } from '../access/require-capability.ts';
import { offers } from '../database/schema/offers.ts';

/** A member of a project as a reader of its offers. */
export type OfferReader = {
  project: number;
  timezone: string;
  currency: string;
  /** Whether revenue, other affiliates and notes are shown. */
  seesInternal: boolean;
  seesMembers: boolean;
  /** The affiliates of a reader who sees only theirs; null for the whole project. */
  affiliates: readonly { id: number; affId: string }[] | null;
};

export const offerReader = (membership: Membership): OfferReader => ({
  project: membership.projectId,
  timezone: membership.timezone,
  currency: membership.currency,
  seesInternal: isAllowed(membership, 'offer.internal'),
  seesMembers: isAllowed(membership, 'members.see'),
  affiliates: membership.affiliates,
});

/** A cap on revenue tells the revenue. */
export const seesCap = (
  { seesInternal }: OfferReader,
  { metric }: { metric: CapMetric },
): boolean => seesInternal || metric !== 'revenue';

const idsOf = ({ affiliates }: OfferReader): number[] => (affiliates ?? []).map(({ id }) => id);

/** Whether one of the reader's affiliates has access to an offer in one of these states, or in any. */
export function hasOwnAccess(reader: OfferReader, statuses?: readonly string[]): SQL {
  const own = sql`exists (select from offer_access own where own.offer_id = ${offers.id}
    and own.affiliate_id = any(${sql.param(idsOf(reader))}::int[])`;
  return statuses
    ? sql`${own} and own.status = any(${sql.param(statuses)}::text[]))`
    : sql`${own})`;
}

/** Which offers a reader may see; undefined for all. */
export function visibleTo(reader: OfferReader): SQL | undefined {
  if (reader.seesInternal) return undefined;
  return sql`(${hasOwnAccess(reader, ['approved'])} or ${offers.status} not in ('pending', 'archived')
    and (${offers.visibility} <> 'private' or ${hasOwnAccess(reader)}))`;
}
