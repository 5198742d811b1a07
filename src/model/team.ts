import type { Role } from '#contract/accounts/capability.ts';
import type { Invite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';

/** The members of a project and its pending invitations. */
export type Team = { members: Member[]; invites: Invite[] };
/** What the team forms submit. */
export type TeamDraft =
  | { kind: 'invite'; email: string; role: Role; affiliates: number[] }
  | { kind: 'role'; member: Member; role: Role; affiliates: number[] }
  | { kind: 'handOver'; member: Member; password: string };
export type TeamAct =
  | { act: 'resend'; invite: Invite }
  | { act: 'revoke'; invite: Invite }
  | { act: 'remove'; member: Member };
