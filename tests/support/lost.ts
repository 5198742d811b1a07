import { createApi } from '#services/kit/api.ts';
import { type Asked, scriptedFetch } from './fetch.ts';

/** A server that loses its first response, and the `Idempotency-Key` of each call it received. */
export function afterOneLost(answer: (asked: Asked) => Response) {
  const { fetch, asked } = scriptedFetch((call, index) =>
    index === 0 ? new TypeError('lost') : answer(call),
  );
  const api = createApi({
    baseUrl: 'https://ledger.test',
    fetch,
    token: () => 'clu_first',
    refused: () => {},
    broken: (call) => {
      throw new Error(`${call} was answered otherwise than agreed.`);
    },
  });
  return { api, asked, keys: () => asked.map(({ headers }) => headers.get('Idempotency-Key')) };
}
