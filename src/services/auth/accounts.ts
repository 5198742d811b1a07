import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Credentials, Session } from '#contract/accounts/session.ts';
import { type Api, problemIn } from '../kit/api.ts';

type Signed = { token: string | null };

/** Fetches the code that a member needs, at the same time as the server is asked. */
type Prepare = () => Promise<void>;

/** `POST auth/token/`. A token that is still around has no part in it. */
export const login = (api: Api, prepare: Prepare): PromiseActorLogic<Session, Credentials> =>
  fromPromise(({ input, signal }) =>
    prepared(prepare, api.call('login', { body: input, signal, token: null })),
  );

/** `POST auth/check/`. */
export const checkSession = (api: Api, prepare: Prepare): PromiseActorLogic<Session, Signed> =>
  fromPromise(({ input, signal }) =>
    prepared(prepare, api.call('checkSession', { body: {}, signal, ...input })),
  );

/** `POST auth/logout/`. */
export const logout = (api: Api): PromiseActorLogic<void, Signed> =>
  fromPromise(async ({ input, signal }) => {
    await api.call('logout', { body: {}, signal, ...input });
  });

/** What the server says of somebody comes first: who is refused hears that, whatever became of the code. */
async function prepared(prepare: Prepare, asked: Promise<Session>): Promise<Session> {
  const [answer, code] = await Promise.allSettled([asked, prepare()]);
  if (answer.status === 'rejected') throw answer.reason;
  if (code.status === 'rejected') throw await problemIn(code.reason);
  return answer.value;
}
