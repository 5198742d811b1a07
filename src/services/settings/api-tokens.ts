import { fromPromise } from 'xstate';
import type { ApiToken, CreatedApiToken, NewApiToken } from '#contract/api-tokens/schemas.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, SaveEntry, TakeAct } from '../kit/collection-requests.ts';

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
    shown: await api.call('createApiToken', { body: { project, ...draft }, signal }),
  }));

/** `DELETE api-tokens/{id}/`. */
export const revokeToken = (
  api: Api,
): TakeAct<number, ApiToken, { act: 'revoke'; token: ApiToken }, CreatedApiToken> =>
  fromPromise(async ({ input: { act }, signal }) => {
    await api.call('revokeApiToken', { params: { id: act.token.id }, signal });
    return {};
  });
