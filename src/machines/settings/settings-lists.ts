import type { OpenSession, User, UserChange } from '#contract/accounts/user.ts';
import type { Affiliate } from '#contract/affiliates/schemas.ts';
import type { ApiToken, CreatedApiToken, NewApiToken } from '#contract/api-tokens/schemas.ts';
import type { AuditVerdict } from '#contract/audit/schemas.ts';
import type { Invite, Invited } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { CollectKey, CompanyDraft, ProjectAct, ProjectDraft } from '#model/projects.ts';
import type { TeamAct, TeamDraft } from '#model/team.ts';
import {
  type CollectionActor,
  type CollectionSnapshot,
  type CollectionTypes,
  collectionOf,
} from '../kit/collection.ts';
import { type FormActor, type FormSnapshot, formOf } from '../kit/form.ts';
import { type TaskActor, type TaskSnapshot, taskOf } from '../kit/task.ts';

/** Lists of the settings are read again after each change and when the network is back, but not by time. */
const settingsList = <Types extends CollectionTypes>() =>
  collectionOf<Types>().provide({ guards: { readsByTime: () => false } });

type TeamTypes = {
  scope: number;
  row: Member;
  more: { invites: Invite[] };
  draft: TeamDraft;
  act: TeamAct;
  shown: Invited;
};
export const teamMachine = settingsList<TeamTypes>();
export type TeamActor = CollectionActor<TeamTypes>;

type ProjectTypes = {
  scope: number;
  row: Project;
  more: { affiliates: Affiliate[] };
  draft: ProjectDraft;
  act: ProjectAct;
  shown: CollectKey;
};
export const projectsMachine = settingsList<ProjectTypes>();
export type ProjectsActor = CollectionActor<ProjectTypes>;

export type TokenDraft = Omit<NewApiToken, 'project'>;
type TokenTypes = {
  scope: number;
  row: ApiToken;
  more: never;
  draft: TokenDraft;
  act: { act: 'revoke'; token: ApiToken };
  shown: CreatedApiToken;
};
export const tokensMachine = settingsList<TokenTypes>();
export type TokensActor = CollectionActor<TokenTypes>;
export type TokensSnapshot = CollectionSnapshot<TokenTypes>;

/** Sessions begin with signing in: here they only end. */
export type SessionAct = { act: 'end'; session: OpenSession } | { act: 'endOthers' };
type SessionTypes = {
  scope: number;
  row: OpenSession;
  more: never;
  draft: never;
  act: SessionAct;
  shown: never;
};
export const sessionsMachine = settingsList<SessionTypes>();
export type SessionsActor = CollectionActor<SessionTypes>;

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
