import { tokenIn } from './blank.ts';

type Outside = {
  window: Window;
  /** What `/conf.js` left on the window. */
  config: unknown;
  fetch: typeof fetch;
};

/** What is asked about somebody remembered in any case, whatever the address shows. */
export const firstCalls = [
  { method: 'POST', path: '/api/v1/auth/check/', body: '{}' },
  { method: 'GET', path: '/api/settings/config/', body: null },
] as const;

/**
 * A `fetch` that has already asked what an app with somebody remembered asks first: the server answers while the
 * browser is still busy with our code. Whoever makes such a call gets the answer that is on its way, or its failure,
 * once.
 */
export function withHeadStart({ window, config, fetch }: Outside): typeof fetch {
  const token = tokenIn(window);
  if (token === null) return fetch;
  const authorization = `Token ${token}`;
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const answers = new Map<string, Promise<Response>>();

  for (const { path, ...call } of firstCalls) {
    const request = new Request(new URL(`${baseIn(config)}${path}`, window.location.href), {
      ...call,
      headers: { ...headers, Authorization: authorization },
    });
    const answer = fetch(request);
    answers.set(nameOf(request), answer);
    answer.catch(() => {});
  }

  return (input, init) => {
    if (!(input instanceof Request)) return fetch(input, init);
    const answer = answers.get(nameOf(input));
    if (!answer || input.headers.get('Authorization') !== authorization) return fetch(input, init);
    answers.delete(nameOf(input));
    return Promise.race([answer, givenUp(input.signal)]);
  };
}

const nameOf = ({ method, url }: Request): string => `${method} ${url}`;

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Read without the schemas: whatever is no text counts as not given, as it does with them. */
function baseIn(config: unknown): string {
  if (typeof config !== 'object' || config === null || !('api_base_url' in config)) return '';
  return typeof config.api_base_url === 'string' ? config.api_base_url : '';
}
