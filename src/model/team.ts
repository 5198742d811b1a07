import type { Role } from '#contract/accounts/roles.ts';
import type { Invite, SentInvite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';

/** The fields of the team form. */
export type TeamDraft =
  | { kind: 'invite'; email: string; role: Role; affiliates: number[] }
  | { kind: 'role'; member: Member; role: Role; affiliates: number[] }
  | { kind: 'handOver'; member: Member; password: string };
/** A sent invite, and whether its address has an account; null where the check failed or was not made. */
export type InvitedPerson = SentInvite & { has_account: boolean | null };
export type TeamAction =
  | { kind: 'resend'; invite: Invite }
  | { kind: 'revoke'; invite: Invite }
  | { kind: 'remove'; member: Member };
