import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Invite, Invited } from '#contract/invites/schemas.ts';
import type { Team, TeamAct, TeamDraft } from '#model/team.ts';
import type { Api } from '../kit/api.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';

type Of = { subject: number };

/** `GET user/` and `GET invites/`, which lists pending invitations. */
export const readTeam = (api: Api): PromiseActorLogic<Team, Of> =>
  fromPromise(async ({ input: { subject: project }, signal }) => {
    const [members, invites] = await Promise.all([
      api.call('listMembers', { query: { project }, signal }),
      api.call('listInvites', { query: { project }, signal }).catch(noInvitesIfForbidden),
    ]);
    return {
      members,
      invites: invites.filter(({ status }) => status === 'pending' || status === 'expired'),
    };
  });

/** Only members who may change the team may read its invitations; for others the list is empty. */
function noInvitesIfForbidden(thrown: { kind?: string }): Invite[] {
  if (thrown.kind === 'forbidden') return [];
  throw thrown;
}

/** `POST invites-to-projects/`, `PATCH projects/{id}/members/{user}/` or `POST projects/{id}/hand-over/`. */
export const saveColleague = (
  api: Api,
): PromiseActorLogic<Invited | null, Of & { draft: TeamDraft }> =>
  fromPromise(async ({ input: { subject: project, draft }, signal }) => {
    if (draft.kind === 'invite') {
      const { email, role, affiliates } = draft;
      return idempotent(api, 'inviteToProjects', {
        body: { email, role, projects: [project], affiliates },
        signal,
      });
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
    return null;
  });

/** `POST invites/{id}/resend/`, `DELETE invites/{id}/` or `DELETE projects/{id}/members/{user}/`. */
export const actOnTeam = (api: Api): PromiseActorLogic<Invited | null, Of & { act: TeamAct }> =>
  fromPromise(async ({ input: { subject: project, act }, signal }) => {
    if (act.act === 'resend') {
      return api.call('resendInvite', { params: { id: act.invite.id }, body: {}, signal });
    }
    if (act.act === 'revoke') {
      forgetUnconfirmed('inviteToProjects');
      await api.call('revokeInvite', { params: { id: act.invite.id }, signal });
    } else {
      await api.call('removeMember', { params: { project, user: act.member.id }, signal });
    }
    return null;
  });
