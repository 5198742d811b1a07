import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Membership } from '../accounts/access.ts';
import { type Connection, isDuplicate, orm } from '../database/orm.ts';
import { affiliates, projects } from '../database/schema.ts';
import { invalid } from '../plugins/refusal.ts';

export type PayoutTerms = { type: 'revshare' | 'cpa'; value: number };
export type NewAffiliate = {
  affId: string;
  projectId: number;
  name: string;
  payout?: PayoutTerms;
  postbackUrl?: string | null;
};
export type AffiliateChange = {
  affId?: string | undefined;
  name?: string | undefined;
  payout?: PayoutTerms | undefined;
  postbackUrl?: string | null | undefined;
};

const columns = {
  id: affiliates.id,
  affId: affiliates.affId,
  projectId: affiliates.projectId,
  projectName: projects.name,
  projectSlug: projects.slug,
  name: affiliates.name,
  payoutType: affiliates.payoutType,
  payoutValue: affiliates.payoutValue,
  postbackUrl: affiliates.postbackUrl,
  createdAt: affiliates.createdAt,
};
const selected = (connection: Connection) =>
  orm(connection)
    .select(columns)
    .from(affiliates)
    .innerJoin(projects, eq(projects.id, affiliates.projectId));

export type AffiliateRow = Awaited<ReturnType<typeof selected>>[number];

/** Answers the id. An `aff_id` that the project uses already is refused by name. */
export async function createAffiliate(
  connection: Connection,
  { affId, projectId, name, payout, postbackUrl = null }: NewAffiliate,
): Promise<number> {
  const terms = payout ?? { type: 'revshare', value: 0 };
  const [row] = await orm(connection)
    .insert(affiliates)
    .values({ affId, projectId, name, ...termColumns(terms), postbackUrl })
    .returning({ id: affiliates.id })
    .catch(refuseTaken);
  if (!row) throw new Error('The affiliate was not created.');
  return row.id;
}

export async function changeAffiliate(
  connection: Connection,
  id: number,
  { affId, name, payout, postbackUrl }: AffiliateChange,
): Promise<void> {
  const changes = { affId, name, postbackUrl, ...(payout ? termColumns(payout) : {}) };
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await orm(connection)
    .update(affiliates)
    .set(Object.fromEntries(given))
    .where(eq(affiliates.id, id))
    .catch(refuseTaken);
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

const termColumns = ({ type, value }: PayoutTerms) => ({
  payoutType: type,
  payoutValue: value.toFixed(4),
});

function refuseTaken(error: unknown): never {
  if (isDuplicate(error, 'affiliates_aff_id')) {
    throw invalid('aff_id', 'Already used in this project.');
  }
  throw error;
}
