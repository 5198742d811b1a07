import type pg from 'pg';
import type { Access } from '../../access/access.ts';
import { forbidden } from '../../platform/refusal.ts';
import { leavesOf } from '../compiler/predicates.ts';
import type { Filter } from '../compiler/query.ts';

/**
 * What a caller may read through the analytics endpoint: each project with all of its affiliates or the listed ones.
 */
export type Grant = {
  user: number;
  projects: readonly { id: number; currency: string; affids: readonly string[] | null }[];
};

export const grantOf = ({
  userId,
  memberships,
}: Pick<Access, 'userId' | 'memberships'>): Grant => ({
  user: userId,
  projects: memberships.map(({ projectId, currency, affiliates }) => ({
    id: projectId,
    currency,
    affids: affiliates?.map(({ affId }) => affId) ?? null,
  })),
});

/** The part of a signed token's grant that its holder may still read. */
export function narrowGrant(claimed: Grant, current: Grant): Grant {
  const projects = claimed.projects.flatMap(({ id, affids }) => {
    const now = current.projects.find((project) => project.id === id);
    if (!now) return [];
    const both = affids && now.affids?.filter((affid) => affids.includes(affid));
    return [{ id, currency: now.currency, affids: both ?? affids ?? now.affids }];
  });
  return { user: claimed.user, projects };
}

/** Which of these affiliate codes exist in these projects. */
export type KnownAffids = (
  projects: readonly number[],
  affids: readonly string[],
) => Promise<ReadonlySet<string>>;

export function knownAffidsIn(pool: pg.Pool): KnownAffids {
  return async (projects, affids) => {
    const { rows } = await pool.query<{ aff_id: string }>(
      'select distinct aff_id from affiliates where project_id = any($1) and aff_id = any($2)',
      [projects, affids],
    );
    return new Set(rows.map(({ aff_id }) => aff_id));
  };
}

/**
 * Refuses a query that names a project or an affiliate outside the grant, in whatever filter and operator. Foreign and
 * missing ones look the same.
 */
export async function checkGrant(
  filters: readonly Filter[],
  grant: Grant,
  known: KnownAffids,
): Promise<void> {
  const named = (member: string) =>
    filters
      .flatMap(leavesOf)
      .flatMap((leaf) => (leaf.member === member && 'values' in leaf ? leaf.values : []));
  const projects = new Set(grant.projects.map(({ id }) => id));
  if (!named('project_id').every((id) => /^\d{1,9}$/.test(id) && projects.has(Number(id)))) {
    throw forbidden();
  }
  const affids = new Set(named('affid'));
  if (affids.size === 0) return;
  const whole = grant.projects.filter(({ affids }) => affids === null).map(({ id }) => id);
  const allowed = new Set(grant.projects.flatMap(({ affids }) => affids ?? []));
  const rest = [...affids].filter((affid) => !allowed.has(affid));
  if (rest.length === 0) return;
  const found = whole.length > 0 ? await known(whole, rest) : new Set();
  if (!rest.every((affid) => found.has(affid))) throw forbidden();
}
