import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Credentials, Session } from '#contract/session.ts';
import type { Api } from './api.ts';

type Signed = { token: string | null };

/** `POST auth/token/`. A token that is still around has no part in it. */
export const login = (api: Api): PromiseActorLogic<Session, Credentials> =>
  fromPromise(({ input, signal }) => api.call('login', { body: input, signal, token: null }));

/** `POST auth/check/`. */
export const checkSession = (api: Api): PromiseActorLogic<Session, Signed> =>
  fromPromise(({ input, signal }) => api.call('checkSession', { body: {}, signal, ...input }));

/** `POST auth/logout/`. */
export const logout = (api: Api): PromiseActorLogic<void, Signed> =>
  fromPromise(async ({ input, signal }) => {
    await api.call('logout', { body: {}, signal, ...input });
  });
