import type { Membership } from './access.ts';

/**
 * What a report may read after the access rule was applied: projects of the caller and, in each, all affiliates
 * (`affids: null`) or the listed ones. It is built from memberships, never from the request alone.
 */
export type Scope = { projects: readonly ProjectScope[] };

export type ProjectScope = {
  id: number;
  name: string;
  slug: string;
  timezone: string;
  currency: string;
  affids: readonly string[] | null;
  /** All affiliates that the caller may see, also where a call chose only some of them; null for the whole project. */
  visibleAffids: readonly string[] | null;
};

/** Everything a member may read in a project. */
export function scopeOf(membership: Membership): ProjectScope {
  const { projectId: id, name, slug, timezone, currency } = membership;
  const affids = membership.affiliates?.map(({ affId }) => affId) ?? null;
  return { id, name, slug, timezone, currency, affids, visibleAffids: affids };
}
