import type { Invite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { InvitedPerson, TeamAction, TeamDraft } from '#model/team.ts';
import type { CollectionActor } from '../kit/collection.ts';
import { settingsList } from './settings-list.ts';

type TeamTypes = {
  scope: number;
  row: Member;
  extra: { invites: Invite[] };
  draft: TeamDraft;
  action: TeamAction;
  secret: InvitedPerson;
};
export const teamMachine = settingsList<TeamTypes>();
export type TeamActor = CollectionActor<TeamTypes>;
