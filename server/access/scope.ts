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
};
