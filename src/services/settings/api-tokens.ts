import { fromPromise } from 'xstate';
import type { ApiToken, CreatedApiToken, NewApiToken } from '#contract/api-tokens/schemas.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction, SaveEntry } from '../kit/collection-requests.ts';

/** `GET api-tokens/`. */
export const readTokens = (api: Api): ReadEntries<number, ApiToken> =>
  fromPromise(async ({ input: { scope: project }, signal }) => ({
    rows: await api.call('listApiTokens', { query: { project }, signal }),
  }));

/** `POST api-tokens/`: the only response that contains the token. */
export const createToken = (
  api: Api,
): SaveEntry<number, ApiToken, Omit<NewApiToken, 'project'>, CreatedApiToken> =>
  fromPromise(async ({ input: { scope: project, draft }, signal }) => ({
    secret: await api.call('createApiToken', { body: { project, ...draft }, signal }),
  }));

/** `DELETE api-tokens/{id}/`. */
export const revokeToken = (
  api: Api,
): RunAction<number, ApiToken, { kind: 'revoke'; token: ApiToken }, CreatedApiToken> =>
  fromPromise(async ({ input: { action }, signal }) => {
    await api.call('revokeApiToken', { params: { id: action.token.id }, signal });
    return {};
  });
