import { firstReport } from '../dashboard/first-report.ts';
import { tokenIn } from './first-visit.ts';

type Outside = {
  window: Window;
  /** What `/conf.js` left on the window. */
  config: unknown;
  fetch: typeof fetch;
  now: () => number;
};

/** What is asked about somebody remembered in any case, whatever the address shows. */
export const firstCalls = [
  { method: 'POST', path: '/api/v1/auth/check/', body: '{}' },
  { method: 'GET', path: '/api/settings/config/', body: null },
] as const;

/** How long a page counts as being opened, in milliseconds: whoever asks for figures later wants those of then. */
const opening = 10_000;

/**
 * A `fetch` that has already asked what an app with somebody remembered asks first: the server answers while the
 * browser is still busy with our code. Whoever makes such a call gets the answer that is on its way, or its failure,
 * once.
 */
export function withHeadStart({ window, config, fetch, now }: Outside): typeof fetch {
  const token = tokenIn(window);
  if (token === null) return fetch;
  const authorization = `Token ${token}`;
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const answers = new Map<string, Promise<Response>>();
  const root = new URL(`${baseIn(config)}/`, window.location.href).href.slice(0, -1);

  const ask = (path: string, call: { method: string; body?: string | null }): string => {
    const request = new Request(`${root}${path}`, {
      ...call,
      headers: { ...headers, Authorization: authorization },
    });
    const answer = fetch(request);
    answers.set(nameOf(request), answer);
    answer.catch(() => {});
    return nameOf(request);
  };

  for (const { path, ...call } of firstCalls) ask(path, call);
  const report = firstReport(window, now);
  const figures = report.expected && ask(report.expected, { method: 'GET' });
  let isOpening = true;
  setTimeout(() => {
    isOpening = false;
    if (figures) answers.delete(figures);
  }, opening);

  return (input, init) => {
    if (!(input instanceof Request)) return fetch(input, init);
    if (input.headers.get('Authorization') !== authorization) return fetch(input, init);
    if (isOpening && input.url.startsWith(root)) report.note(input.url.slice(root.length));
    const answer = answers.get(nameOf(input));
    if (!answer) return fetch(input, init);
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
