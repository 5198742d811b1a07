import { fromPromise } from 'xstate';
import type { Invite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { InvitedPerson, TeamAction, TeamDraft } from '#model/team.ts';
import type { Api } from '../kit/api.ts';
import { checked } from '../kit/checked.ts';
import type { ReadEntries, RunAction, SaveEntry } from '../kit/collection-requests.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';

/** `GET user/` with `GET invites/` for invites that were not accepted yet. */
export const readTeam = (api: Api): ReadEntries<number, Member, { invites: Invite[] }> =>
  fromPromise(async ({ input: { scope: project }, signal }) => {
    const [members, invites] = await Promise.all([
      api.call('listMembers', { query: { project }, signal }),
      api.call('listInvites', { query: { project }, signal }).catch(noInvitesIfForbidden),
    ]);
    const open = invites.filter(({ status }) => status === 'pending' || status === 'expired');
    return { rows: members, extra: { invites: open } };
  });

/** A member who may not change the team sees no invites. */
function noInvitesIfForbidden(thrown: { kind?: string }): Invite[] {
  if (thrown.kind === 'forbidden') return [];
  throw thrown;
}

/**
 * `GET user-exists/{email}/` and `POST invites-to-projects/`, `PATCH projects/{id}/members/{user}/` or `POST
 * projects/{id}/hand-over/`.
 */
export const saveColleague = (api: Api): SaveEntry<number, Member, TeamDraft, InvitedPerson> =>
  fromPromise(async ({ input: { scope: project, draft }, signal }) => {
    if (draft.kind === 'invite') {
      const { email, role, affiliates } = draft;
      const body = { email, role, projects: [project], affiliates };
      const params = { value: email };
      const account = await checked(api.call('userExists', { params, signal }), signal);
      const sent = await idempotent(api, 'inviteToProjects', { body, signal });
      return { secret: { ...sent, has_account: account.value?.exists ?? null } };
    }
    const user = draft.member.id;
    if (draft.kind === 'role') {
      const { role, affiliates } = draft;
      const params = { project, user };
      await api.call('changeMember', {
        params,
        body: role === 'affiliate' ? { role, affiliates } : { role },
        signal,
      });
    } else {
      await api.call('handOverProject', {
        params: { id: project },
        body: { user, password: draft.password },
        signal,
      });
    }
    return {};
  });

/** `POST invites/{id}/resend/`, `DELETE invites/{id}/` or `DELETE projects/{id}/members/{user}/`. */
export const actOnTeam = (api: Api): RunAction<number, Member, TeamAction, InvitedPerson> =>
  fromPromise(async ({ input: { scope: project, action }, signal }) => {
    if (action.kind === 'resend') {
      const params = { id: action.invite.id };
      const sent = await api.call('resendInvite', { params, body: {}, signal });
      return { secret: { ...sent, has_account: null } };
    }
    if (action.kind === 'revoke') {
      forgetUnconfirmed('inviteToProjects');
      await api.call('revokeInvite', { params: { id: action.invite.id }, signal });
    } else {
      await api.call('removeMember', { params: { project, user: action.member.id }, signal });
    }
    return {};
  });
