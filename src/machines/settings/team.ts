import type { Invite, SentInvite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { TeamAction, TeamDraft } from '#model/team.ts';
import type { CollectionActor } from '../kit/collection.ts';
import { settingsList } from './settings-list.ts';

type TeamTypes = {
  scope: number;
  row: Member;
  extra: { invites: Invite[] };
  draft: TeamDraft;
  action: TeamAction;
  secret: SentInvite;
};
export const teamMachine = settingsList<TeamTypes>();
export type TeamActor = CollectionActor<TeamTypes>;
