import type { Role } from '#contract/accounts/roles.ts';
import type { TokenScope } from '#contract/api-tokens/schemas.ts';

/** The caller and its access, read for every request, so that a removed member loses access at once. */
export type Access = {
  userId: number;
  isSuperuser: boolean;
  isDebug: boolean;
  memberships: readonly Membership[];
  /** Projects that are closed to their members until their subscription is paid. */
  unpaid?: readonly number[];
  /** The API token that made the call; undefined when a person is signed in. */
  token?: TokenAccess;
};

export type TokenAccess = { name: string; scopes: readonly TokenScope[] };

export type Membership = {
  projectId: number;
  name: string;
  slug: string;
  timezone: string;
  /** The stored name of a zone that is none; `timezone` is UTC then. */
  unknownZone?: string;
  currency: string;
  role: Role;
  /** The affiliates that a member with the role `affiliate` may see; null means all of the project. */
  affiliates: readonly { id: number; affId: string }[] | null;
};
