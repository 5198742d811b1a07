export type SentRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  signal: AbortSignal;
};
type Reply = Response | Error | Promise<Response>;

/** A `fetch` that answers from a script and records the requests. */
export function scriptedFetch(reply: (request: SentRequest, index: number) => Reply) {
  const requests: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const text = await request.text();
    const call: SentRequest = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
      signal: request.signal,
    };
    requests.push(call);
    const answer = reply(call, requests.length - 1);
    if (answer instanceof Error) throw answer;
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
    return Promise.race([answer, aborted]);
  };
  return { fetch, requests };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
