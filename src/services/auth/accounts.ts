import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Credentials, Session } from '#contract/accounts/session.ts';
import { type Api, problemIn } from '../kit/api.ts';

type TokenInput = { token: string | null };

/** Fetches the code of the workspace while the server answers. */
type Prepare = () => Promise<void>;

/** `POST auth/token/`, without the token of an older session. */
export const login = (api: Api, prepare: Prepare): PromiseActorLogic<Session, Credentials> =>
  fromPromise(({ input, signal }) =>
    withCode(prepare, api.call('login', { body: input, signal, token: null })),
  );

/** `POST auth/check/`. */
export const checkSession = (api: Api, prepare: Prepare): PromiseActorLogic<Session, TokenInput> =>
  fromPromise(({ input, signal }) =>
    withCode(prepare, api.call('checkSession', { body: {}, signal, ...input })),
  );

/** `POST auth/logout/`. */
export const logout = (api: Api): PromiseActorLogic<void, TokenInput> =>
  fromPromise(async ({ input, signal }) => {
    await api.call('logout', { body: {}, signal, ...input });
  });

/** Waits for both, but reports a refused sign-in first, whether or not the code arrived. */
async function withCode(prepare: Prepare, request: Promise<Session>): Promise<Session> {
  const [answer, code] = await Promise.allSettled([request, prepare()]);
  if (answer.status === 'rejected') throw answer.reason;
  if (code.status === 'rejected') throw await problemIn(code.reason);
  return answer.value;
}
