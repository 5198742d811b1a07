import type { Access } from '../../access/access.ts';
import { forbidden } from '../../platform/refusal.ts';
import { leavesOf } from '../compiler/predicates.ts';
import type { Filter } from '../compiler/query.ts';
import { projectsLeftBy } from './project-filter.ts';

/**
 * What a caller may read through the analytics endpoint: each project with all of its affiliates or the listed ones.
 */
export type Grant = {
  user: number;
  projects: readonly (Claimed & { timezone: string })[];
};
type Claimed = { id: number; currency: string; affids: readonly string[] | null };
/** What a signed token says. */
export type Claim = { user: number; projects: readonly Claimed[] };

export const grantOf = ({
  userId,
  memberships,
}: Pick<Access, 'userId' | 'memberships'>): Grant => ({
  user: userId,
  projects: memberships.map(({ projectId, currency, timezone, affiliates }) => ({
    id: projectId,
    currency,
    timezone,
    affids: affiliates?.map(({ affId }) => affId) ?? null,
  })),
});

/** The part of a signed token's grant that its holder may still read. */
export function narrowGrant(claimed: Claim, current: Grant): Grant {
  const projects = claimed.projects.flatMap(({ id, affids }) => {
    const now = current.projects.find((project) => project.id === id);
    if (!now) return [];
    const both = affids && now.affids?.filter((affid) => affids.includes(affid));
    const { currency, timezone } = now;
    return [{ id, currency, timezone, affids: both ?? affids ?? now.affids }];
  });
  return { user: claimed.user, projects };
}

/**
 * Refuses a query that names a project outside the grant in any filter. If the query can only read projects of which
 * the caller sees some affiliates, it is also refused for naming another affiliate; foreign and missing ones get the
 * same answer. For a project that the caller sees whole, any affiliate may be named, because events also carry codes
 * without a registered affiliate; the scope limits the rows.
 */
export function checkGrant(filters: readonly Filter[], { projects }: Claim): void {
  const named = (member: string) =>
    filters
      .flatMap(leavesOf)
      .flatMap((leaf) => (leaf.member === member && 'values' in leaf ? leaf.values : []));
  const ids = new Set(projects.map(({ id }) => id));
  if (!named('project_id').every((id) => /^\d{1,9}$/.test(id) && ids.has(Number(id)))) {
    throw forbidden();
  }
  const left = projectsLeftBy({ and: filters }, ids);
  const read = projects.filter(({ id }) => left.has(id));
  if (read.some(({ affids }) => affids === null)) return;
  const allowed = new Set(read.flatMap(({ affids }) => affids ?? []));
  if (!named('affid').every((affid) => allowed.has(affid))) throw forbidden();
}
