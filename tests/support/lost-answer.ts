import { createApi } from '#services/kit/api.ts';
import { type SentRequest, scriptedFetch } from './fetch.ts';

/** A server that loses its first response, and the `Idempotency-Key` of each call it received. */
export function losingFirstAnswer(answer: (request: SentRequest) => Response) {
  const { fetch, requests: request } = scriptedFetch((call, index) =>
    index === 0 ? new TypeError('lost') : answer(call),
  );
  const api = createApi({
    baseUrl: 'https://ledger.test',
    fetch,
    token: () => 'clu_first',
    onTokenRejected: () => {},
    onContractBroken: (call) => {
      throw new Error(`${call} was answered otherwise than agreed.`);
    },
  });
  return {
    api,
    requests: request,
    keys: () => request.map(({ headers }) => headers.get('Idempotency-Key')),
  };
}
