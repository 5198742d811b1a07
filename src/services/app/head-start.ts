import { firstReport } from '../dashboard/first-report.ts';
import { tokenIn } from './first-visit.ts';

type Environment = {
  window: Window;
  /** The value that `/conf.js` set on the window. */
  config: unknown;
  fetch: typeof fetch;
  now: () => number;
};

/** The calls that every signed-in page makes first, whatever its address. */
export const firstCalls = [
  { method: 'POST', path: '/api/v1/auth/check/', body: '{}' },
  { method: 'GET', path: '/api/settings/config/', body: null },
] as const;

/** How long prefetched figures are used, in milliseconds: later requests need newer figures. */
const openingLasts = 10_000;

/**
 * Wraps `fetch` and sends the first requests of a signed-in page at once, while the browser still loads the code. The
 * first caller of such a request gets its pending response, or its failure; later callers fetch again.
 */
export function withHeadStart({ window, config, fetch, now }: Environment): typeof fetch {
  const token = tokenIn(window);
  if (token === null) return fetch;
  const authorization = `Token ${token}`;
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const answers = new Map<string, Promise<Response>>();
  const root = new URL(`${baseIn(config)}/`, window.location.href).href.slice(0, -1);

  const prefetch = (path: string, call: { method: string; body?: string | null }): string => {
    const request = new Request(`${root}${path}`, {
      ...call,
      headers: { ...headers, Authorization: authorization },
    });
    const answer = fetch(request);
    answers.set(nameOf(request), answer);
    answer.catch(() => {});
    return nameOf(request);
  };

  for (const { path, ...call } of firstCalls) prefetch(path, call);
  const report = firstReport(window, now);
  const figures = report.expected && prefetch(report.expected, { method: 'GET' });
  let isOpening = true;
  setTimeout(() => {
    isOpening = false;
    if (figures) answers.delete(figures);
  }, openingLasts);

  return (input, init) => {
    if (!(input instanceof Request)) return fetch(input, init);
    if (input.headers.get('Authorization') !== authorization) return fetch(input, init);
    if (isOpening && input.url.startsWith(root)) report.note(input.url.slice(root.length));
    const answer = answers.get(nameOf(input));
    if (!answer) return fetch(input, init);
    answers.delete(nameOf(input));
    return Promise.race([answer, aborted(input.signal)]);
  };
}

const nameOf = ({ method, url }: Request): string => `${method} ${url}`;

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Reads the base URL without loading the schemas; like them, it ignores a value that is no text. */
function baseIn(config: unknown): string {
  if (typeof config !== 'object' || config === null || !('api_base_url' in config)) return '';
  return typeof config.api_base_url === 'string' ? config.api_base_url : '';
}
