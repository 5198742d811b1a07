import { createApi } from '#services/kit/api.ts';
import { type SentRequest, scriptedFetch } from './fetch.ts';

/** A server that loses its first response, and the `Idempotency-Key` of each call it received. */
export function losingFirstAnswer(answer: (asked: SentRequest) => Response) {
  const { fetch, asked } = scriptedFetch((call, index) =>
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
  return { api, asked, keys: () => asked.map(({ headers }) => headers.get('Idempotency-Key')) };
}
