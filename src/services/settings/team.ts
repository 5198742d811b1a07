import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Invite, Invited } from '#contract/invites/schemas.ts';
import type { Team, TeamAct, TeamDraft } from '#model/team.ts';
import type { Api } from '../kit/api.ts';
import { beginAnew, idempotent } from '../kit/idempotent.ts';

type Of = { subject: number };

/** `GET user/` with `GET invites/` of those who have not come yet. */
export const readTeam = (api: Api): PromiseActorLogic<Team, Of> =>
  fromPromise(async ({ input: { subject: project }, signal }) => {
    const [members, invites] = await Promise.all([
      api.call('listMembers', { query: { project }, signal }),
      api.call('listInvites', { query: { project }, signal }).catch(noneForbidden),
    ]);
    return {
      members,
      invites: invites.filter(({ status }) => status === 'pending' || status === 'expired'),
    };
  });

/** Invites are for those who may change members; whoever only sees the people sees none. */
function noneForbidden(thrown: { kind?: string }): Invite[] {
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
      beginAnew('inviteToProjects');
      await api.call('revokeInvite', { params: { id: act.invite.id }, signal });
    } else {
      await api.call('removeMember', { params: { project, user: act.member.id }, signal });
    }
    return null;
  });
