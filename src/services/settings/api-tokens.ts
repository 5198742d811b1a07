import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ApiToken, CreatedApiToken, NewApiToken } from '#contract/api-tokens/schemas.ts';
import type { Api } from '../kit/api.ts';

type Of = { subject: number };

/** `GET api-tokens/`. */
export const readTokens = (api: Api): PromiseActorLogic<ApiToken[], Of> =>
  fromPromise(({ input: { subject: project }, signal }) =>
    api.call('listApiTokens', { query: { project }, signal }),
  );

/** `POST api-tokens/`: the only answer that holds the token. */
export const createToken = (
  api: Api,
): PromiseActorLogic<CreatedApiToken | null, Of & { draft: Omit<NewApiToken, 'project'> }> =>
  fromPromise(({ input: { subject: project, draft }, signal }) =>
    api.call('createApiToken', { body: { project, ...draft }, signal }),
  );

/** `DELETE api-tokens/{id}/`. */
export const revokeToken = (
  api: Api,
): PromiseActorLogic<CreatedApiToken | null, Of & { act: { act: 'revoke'; token: ApiToken } }> =>
  fromPromise(async ({ input: { act }, signal }) => {
    await api.call('revokeApiToken', { params: { id: act.token.id }, signal });
    return null;
  });
