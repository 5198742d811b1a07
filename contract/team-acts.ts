import type { Role } from './capability.ts';
import type { Invite } from './invite.ts';
import type { Member } from './member.ts';

/** The people of a project: those who came and those who were asked to. */
export type Team = { members: Member[]; invites: Invite[] };
/** What a person says of a colleague. */
export type TeamDraft =
  | { kind: 'invite'; email: string; role: Role; affiliates: number[] }
  | { kind: 'role'; member: Member; role: Role; affiliates: number[] }
  | { kind: 'handOver'; member: Member; password: string };
export type TeamAct =
  | { act: 'resend'; invite: Invite }
  | { act: 'revoke'; invite: Invite }
  | { act: 'remove'; member: Member };
