import { type Capability, mayRole } from '#contract/accounts/roles.ts';
import { forbidden, notFound, paymentRequired } from '../platform/refusal.ts';
import type { Access, Membership } from './access.ts';

export const isAllowed = ({ role }: Membership, capability: Capability): boolean =>
  mayRole(role, capability);

/** For a project named in a path: a foreign project and a missing one both answer 404. */
export function memberOf({ memberships, unpaid }: Access, projectId: number): Membership {
  const membership = memberships.find((one) => one.projectId === projectId);
  if (unpaid?.includes(projectId)) throw paymentRequired();
  if (!membership) throw notFound();
  return membership;
}

/** For a project named anywhere else: a foreign project and a missing one both answer 403. */
export function memberForInput({ memberships, unpaid }: Access, projectId: number): Membership {
  const membership = memberships.find((one) => one.projectId === projectId);
  if (unpaid?.includes(projectId)) throw paymentRequired();
  if (!membership) throw forbidden();
  return membership;
}

export function requireCapability(membership: Membership, capability: Capability): void {
  if (!isAllowed(membership, capability)) throw forbidden('Your role does not allow this.');
}
