import type { Role } from '#contract/accounts/roles.ts';
import type { TokenScope } from '#contract/api-tokens/schemas.ts';

/** The names of the roles and what they may do. */
export const roleWords: Record<Role, { name: string; note: string }> = {
  owner: { name: 'Owner', note: 'Everything, billing and deletion too.' },
  manager: { name: 'Manager', note: 'Decides conversions, changes affiliates and pixels.' },
  buyer: { name: 'Buyer', note: 'Sees all figures, writes notes and pixels.' },
  affiliate: { name: 'Affiliate', note: 'Sees their own rows only.' },
  viewer: { name: 'Viewer', note: 'Sees all figures and changes nothing.' },
  billing: { name: 'Billing', note: 'Sees all figures, plans and invoices.' },
};

/** A role that this version does not know keeps its code. */
export const roleName = (role: string): string =>
  Object.entries(roleWords).find(([known]) => known === role)?.[1].name ?? role;

export const scopeWords: Record<TokenScope, string> = {
  'reports.read': 'Read reports',
  'conversions.read': 'Read conversions',
  'conversions.write': 'Decide conversions',
  'pixels.read': 'Read pixels',
  'pixels.write': 'Change pixels',
  'project.read': 'Read the project',
};
