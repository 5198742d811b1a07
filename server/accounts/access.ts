import type { Role } from '#contract/accounts/capability.ts';
import type { TokenScope } from '#contract/api-tokens/schemas.ts';

/** Who is asking, read anew for every request: a removed member is out on the next one. */
export type Access = {
  userId: number;
  isSuperuser: boolean;
  isDebug: boolean;
  memberships: readonly Membership[];
  /** Projects that are closed to their members until somebody pays. */
  unpaid?: readonly number[];
  /** The API token that asks in the name of the user, where no person does. */
  token?: Machine;
};

export type Machine = { name: string; scopes: readonly TokenScope[] };

export type Membership = {
  projectId: number;
  name: string;
  slug: string;
  timezone: string;
  currency: string;
  role: Role;
  /** The affiliates a member with the role `affiliate` may see; null means every one of the project. */
  affiliates: readonly { id: number; affId: string }[] | null;
};
