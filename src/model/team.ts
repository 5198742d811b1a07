import type { Role } from '#contract/accounts/roles.ts';
import type { Invite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';

/** What a person says of a colleague. */
export type TeamDraft =
  | { kind: 'invite'; email: string; role: Role; affiliates: number[] }
  | { kind: 'role'; member: Member; role: Role; affiliates: number[] }
  | { kind: 'handOver'; member: Member; password: string };
export type TeamAct =
  | { act: 'resend'; invite: Invite }
  | { act: 'revoke'; invite: Invite }
  | { act: 'remove'; member: Member };
