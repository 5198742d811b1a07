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

/**
 * Refuses a query that names a project outside the grant, in whatever filter and operator. Affiliates outside the grant
 * are refused where the projects that the query leaves are none of the whole ones; foreign and missing ones look the
 * same. Whoever may read a whole project names any affiliate: events also carry codes of nobody, and the scope leaves
 * only the rows of the grant.
 */
export function checkGrant(filters: readonly Filter[], { projects }: Grant): void {
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
