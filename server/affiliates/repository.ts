import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Membership } from '../access/access.ts';
import { type Connection, isDuplicate, orm, within } from '../database/orm.ts';
import { affiliates, affiliateTerms } from '../database/schema/affiliates.ts';
import { projects } from '../database/schema/projects.ts';
import { requestAffiliateRecompute } from '../pipeline/request-recompute.ts';
import { invalid } from '../platform/refusal.ts';

export type PayoutTerms = { type: 'revshare' | 'cpa'; value: number };
export type NewAffiliate = {
  affId: string;
  projectId: number;
  name: string;
  payout?: PayoutTerms;
  postbackUrl?: string | null;
  subIds?: string[];
};
export type AffiliateChange = {
  affId?: string | undefined;
  name?: string | undefined;
  payout?: PayoutTerms | undefined;
  postbackUrl?: string | null | undefined;
  subIds?: string[] | undefined;
};

const columns = {
  id: affiliates.id,
  affId: affiliates.affId,
  projectId: affiliates.projectId,
  projectName: projects.name,
  projectSlug: projects.slug,
  name: affiliates.name,
  postbackUrl: affiliates.postbackUrl,
  subIds: affiliates.subIds,
  createdAt: affiliates.createdAt,
};
/** Affiliates with the terms of today; without terms an affiliate earns nothing. */
function selected(connection: Connection) {
  const terms = orm(connection)
    .select({ payoutType: affiliateTerms.payoutType, payoutValue: affiliateTerms.payoutValue })
    .from(affiliateTerms)
    .where(eq(affiliateTerms.affiliateId, affiliates.id))
    .orderBy(desc(affiliateTerms.validFrom))
    .limit(1)
    .as('terms');
  return orm(connection)
    .select({ ...columns, payoutType: terms.payoutType, payoutValue: terms.payoutValue })
    .from(affiliates)
    .innerJoin(projects, eq(projects.id, affiliates.projectId))
    .leftJoinLateral(terms, sql`true`);
}

export type AffiliateRow = Awaited<ReturnType<typeof selected>>[number];

/** The first terms also apply to events reported before them. */
const insertWithTerms = `
with made as (
  insert into affiliates (aff_id, project_id, name, postback_url, sub_ids)
  values ($1, $2, $3, $4, $7) returning id
), agreed as (
  insert into affiliate_terms (affiliate_id, valid_from, payout_type, payout_value)
  select id, 'epoch'::timestamptz, $5::text, $6::numeric from made
)
select id from made`;

/**
 * Answers the id; an `aff_id` that the project already uses is refused by name. Events reported under it before are
 * counted by the terms, too.
 */
export async function createAffiliate(
  connection: Connection,
  { affId, projectId, name, payout, postbackUrl = null, subIds = [] }: NewAffiliate,
): Promise<number> {
  const { type, value } = payout ?? { type: 'revshare', value: 0 };
  const values = [affId, projectId, name, postbackUrl, type, value.toFixed(4), subIds];
  return within(connection, async (client) => {
    const { rows } = await client.query<{ id: number }>(insertWithTerms, values).catch(refuseTaken);
    const [row] = rows;
    if (!row) throw new Error('The affiliate was not created.');
    await requestAffiliateRecompute(client, projectId, affId);
    return row.id;
  });
}

/**
 * New terms apply from `at` on; earlier ones stay as they were. The `affId` can only change while nothing is recorded
 * under the old one; events already reported under the new one become this affiliate's, as for a new affiliate.
 */
export async function changeAffiliate(
  connection: Connection,
  id: number,
  { affId, name, payout, postbackUrl, subIds }: AffiliateChange,
  at: Date,
): Promise<void> {
  const changedValues = Object.entries({ affId, name, postbackUrl, subIds }).filter(
    ([, value]) => value !== undefined,
  );
  await within(connection, async (client) => {
    const own = eq(affiliates.id, id);
    const [before] = await orm(client).select().from(affiliates).where(own).for('update');
    if (changedValues.length > 0) {
      await orm(client)
        .update(affiliates)
        .set(Object.fromEntries(changedValues))
        .where(own)
        .catch(refuseTaken);
    }
    if (before && affId !== undefined && affId !== before.affId) {
      await requestAffiliateRecompute(client, before.projectId, affId);
    }
    if (payout) await addTerms(client, id, payout, at);
  });
}

/** Adds nothing when the present terms are the same. Rows never go back in time, whatever the clock says. */
async function addTerms(
  client: pg.PoolClient,
  id: number,
  { type, value }: PayoutTerms,
  at: Date,
): Promise<void> {
  await client.query(
    `with latest as (
       select * from affiliate_terms where affiliate_id = $1 order by valid_from desc limit 1
     )
     insert into affiliate_terms (affiliate_id, valid_from, payout_type, payout_value)
     select $1, greatest($2, (select valid_from from latest)), $3, $4
     where not exists (select from latest where payout_type = $3 and payout_value = $4)
     on conflict (affiliate_id, valid_from) do update
     set payout_type = excluded.payout_type, payout_value = excluded.payout_value`,
    [id, at, type, value.toFixed(4)],
  );
}

/** The affiliates these members may see, in the order of their creation. */
export function readAffiliatesOf(
  connection: Connection,
  memberships: readonly Membership[],
): Promise<AffiliateRow[]> {
  const whole = memberships.filter((one) => one.affiliates === null).map((one) => one.projectId);
  const own = memberships.flatMap((one) => one.affiliates ?? []).map(({ id }) => id);
  return selected(connection)
    .where(or(inArray(affiliates.projectId, whole), inArray(affiliates.id, own)))
    .orderBy(asc(affiliates.projectId), asc(affiliates.id));
}

/** One affiliate, if these members may see it. */
export async function findAffiliate(
  connection: Connection,
  memberships: readonly Membership[],
  id: number,
): Promise<{ affiliate: AffiliateRow; membership: Membership } | null> {
  const projectIds = memberships.map(({ projectId }) => projectId);
  const [affiliate] = await selected(connection).where(
    and(eq(affiliates.id, id), inArray(affiliates.projectId, projectIds)),
  );
  const membership = memberships.find((one) => one.projectId === affiliate?.projectId);
  const isOwn = membership?.affiliates?.some((own) => own.id === id) ?? true;
  return affiliate && membership && isOwn ? { affiliate, membership } : null;
}

function refuseTaken(error: unknown): never {
  if (isDuplicate(error, 'affiliates_aff_id')) {
    throw invalid('aff_id', 'Already used in this project.');
  }
  throw error;
}
