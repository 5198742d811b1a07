import type { OpenSession, User, UserChange } from '#contract/accounts/user.ts';
import type { ApiToken, CreatedApiToken, NewApiToken } from '#contract/api-tokens/schemas.ts';
import type { AuditVerdict } from '#contract/audit/schemas.ts';
import type { Invited } from '#contract/invites/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type {
  CollectKey,
  CompanyDraft,
  ProjectAct,
  ProjectDraft,
  Projects,
} from '#model/projects.ts';
import type { Team, TeamAct, TeamDraft } from '#model/team.ts';
import { type FormActor, type FormSnapshot, formOf } from '../kit/form.ts';
import { type RosterActor, type RosterSnapshot, rosterOf } from '../kit/roster.ts';
import { type TaskActor, type TaskSnapshot, taskOf } from '../kit/task.ts';

export const teamMachine = rosterOf<Team, TeamDraft, TeamAct, Invited>();
export type TeamActor = RosterActor<Team, TeamDraft, TeamAct, Invited>;

export const projectsMachine = rosterOf<Projects, ProjectDraft, ProjectAct, CollectKey>();
export type ProjectsActor = RosterActor<Projects, ProjectDraft, ProjectAct, CollectKey>;

export type TokenDraft = Omit<NewApiToken, 'project'>;
export type TokenAct = { act: 'revoke'; token: ApiToken };
export const tokensMachine = rosterOf<ApiToken[], TokenDraft, TokenAct, CreatedApiToken>();
export type TokensActor = RosterActor<ApiToken[], TokenDraft, TokenAct, CreatedApiToken>;
export type TokensSnapshot = RosterSnapshot<ApiToken[], TokenDraft, TokenAct, CreatedApiToken>;

/** Sessions begin elsewhere: here they only end. */
export type SessionAct = { act: 'end'; session: OpenSession } | { act: 'endOthers' };
export const sessionsMachine = rosterOf<OpenSession[], never, SessionAct, never>();
export type SessionsActor = RosterActor<OpenSession[], never, SessionAct, never>;

/** What a person says of themselves. */
export type ProfileDraft = Pick<
  UserChange,
  'first_name' | 'last_name' | 'phone' | 'timezone' | 'email_notifications'
>;
export const profileMachine = formOf<User, ProfileDraft>();
export type ProfileActor = FormActor<User, ProfileDraft>;

export const companyMachine = formOf<Project, CompanyDraft>();
export type CompanyActor = FormActor<Project, CompanyDraft>;
export type CompanySnapshot = FormSnapshot<Project, CompanyDraft>;

/** Computes the chain of the log of a project anew. */
export const verifyChainMachine = taskOf<{ project: number }, AuditVerdict>();
export type VerifyChainActor = TaskActor<{ project: number }, AuditVerdict>;
export type VerifyChainSnapshot = TaskSnapshot<{ project: number }, AuditVerdict>;

/** Puts the log of a project into a file; the answer is the name of that. */
export const saveAuditMachine = taskOf<{ project: number; search: string }, string>();
export type SaveAuditActor = TaskActor<{ project: number; search: string }, string>;
