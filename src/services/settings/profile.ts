import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { OpenSession, User, UserChange } from '#contract/accounts/user.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction } from '../kit/collection-requests.ts';

type Of = { subject: number };
type Draft = Pick<
  UserChange,
  'first_name' | 'last_name' | 'phone' | 'timezone' | 'locale' | 'email_notifications'
>;
type Change = { old_password: string; new_password: string };
type Action = { kind: 'end'; session: OpenSession } | { kind: 'endOthers' };

/** `POST auth/check/`: the account of the session. */
export const readProfile = (api: Api): PromiseActorLogic<User, Of> =>
  fromPromise(async ({ signal }) => {
    const { locale = null, ...session } = await api.call('checkSession', { body: {}, signal });
    return { ...session, locale };
  });

/** `PATCH user/{id}/`. */
export const saveProfile = (api: Api): PromiseActorLogic<User, Of & { draft: Draft }> =>
  fromPromise(({ input: { subject: id, draft }, signal }) =>
    api.call('changeUser', { params: { id }, body: draft, signal }),
  );

/** `PUT update-password/{id}/`. */
export const changePassword = (
  api: Api,
): PromiseActorLogic<{ token: string }, Of & { change: Change }> =>
  fromPromise(({ input: { subject: id, change }, signal }) =>
    api.call('updatePassword', { params: { id }, body: change, signal }),
  );

/** `GET sessions/`. */
export const readSessions = (api: Api): ReadEntries<number, OpenSession> =>
  fromPromise(async ({ signal }) => ({ rows: await api.call('listSessions', { signal }) }));

/** `DELETE sessions/{id}/`, or `DELETE sessions/` for all but the current one. */
export const endSessions = (api: Api): RunAction<number, OpenSession, Action> =>
  fromPromise(async ({ input: { action }, signal }) => {
    if (action.kind === 'end') {
      await api.call('endSession', { params: { id: action.session.id }, signal });
    } else {
      await api.call('endOtherSessions', { signal });
    }
    return {};
  });
