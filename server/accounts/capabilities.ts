import { annotatingRoles } from '#contract/annotation.ts';
import { decidingRoles } from '#contract/conversion-decision.ts';
import { masterPixelRoles } from '#contract/master-pixel.ts';
import { pixelCodeRoles, pixelRoles } from '#contract/pixel.ts';
import { forbidden, notFound } from '../plugins/refusal.ts';
import type { Access, Membership, Role } from './access.ts';

/** What a role may do in a project beyond reading its own part of it. Code asks for these, never for a role. */
const capabilities = {
  'project.change': ['owner'],
  'collect-key.rotate': ['owner'],
  'collect-key.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'members.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'usage.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'subscription.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'affiliate.create': ['owner', 'manager'],
  'affiliate.change': ['owner', 'manager'],
  'annotation.write': annotatingRoles,
  'annotation.change-any': ['owner', 'manager'],
  'conversion.decide': decidingRoles,
  'master-pixel.write': masterPixelRoles,
  'pixel.write': pixelRoles,
  'pixel.write-code': pixelCodeRoles,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof capabilities;

export function isAllowed({ role }: Membership, capability: Capability): boolean {
  const allowed: readonly Role[] = capabilities[capability];
  return allowed.includes(role);
}

/** For a project named in a path: foreign and missing alike are not found. */
export function memberOf({ memberships }: Access, projectId: number): Membership {
  const membership = memberships.find((one) => one.projectId === projectId);
  if (!membership) throw notFound();
  return membership;
}

/** For a project named anywhere else: foreign and missing alike refuse the call. */
export function memberForInput({ memberships }: Access, projectId: number): Membership {
  const membership = memberships.find((one) => one.projectId === projectId);
  if (!membership) throw forbidden();
  return membership;
}

export function requireCapability(membership: Membership, capability: Capability): void {
  if (!isAllowed(membership, capability)) throw forbidden('Your role does not allow this.');
}
