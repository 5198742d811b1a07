export const roles = ['owner', 'manager', 'buyer', 'affiliate', 'viewer', 'billing'] as const;
export type Role = (typeof roles)[number];

/**
 * What a role may do in a project beyond reading its own part of it. The server enforces it and the screens show it;
 * both check a capability, never a role.
 */
const capabilities = {
  'project.change': ['owner'],
  'project.delete': ['owner'],
  'collect-key.rotate': ['owner'],
  'collect-key.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'members.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'members.change': ['owner'],
  'person.look-up': ['owner', 'manager'],
  'audit.see': ['owner'],
  'upgrade-notices.see': ['owner'],
  'api-tokens.change': ['owner'],
  'usage.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'subscription.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'billing.change': ['owner', 'billing'],
  'affiliate.create': ['owner', 'manager'],
  'affiliate.change': ['owner', 'manager'],
  'funnel.write': ['owner', 'manager', 'buyer'],
  /** See split tests; affiliates see none. */
  'split-test.see': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'split-test.write': ['owner', 'manager', 'buyer'],
  'annotation.write': ['owner', 'manager', 'buyer'],
  'annotation.change-any': ['owner', 'manager'],
  'conversion.decide': ['owner', 'manager'],
  'offer.write': ['owner', 'manager', 'buyer'],
  /** Set what an offer brings and pays, and its caps. */
  'offer.terms': ['owner', 'manager'],
  'offer.access': ['owner', 'manager'],
  /** See what an offer brings, other affiliates and internal notes. */
  'offer.internal': ['owner', 'manager', 'buyer', 'viewer', 'billing'],
  'payout.record': ['owner', 'manager'],
  'master-pixel.write': ['owner', 'manager', 'buyer'],
  'pixel.write': ['owner', 'manager', 'buyer', 'affiliate'],
  /** Keep the secrets of a pixel whose address changes within its origin. */
  'pixel.keep-secrets': ['owner', 'manager', 'buyer'],
  'pixel.write-code': ['owner', 'manager'],
  'pixel.approve-code': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof capabilities;

/** Accepts any text as a role; an unknown role has no capabilities. */
export const mayRole = (role: string | undefined, capability: Capability): boolean =>
  capabilities[capability].some((allowed) => allowed === role);
