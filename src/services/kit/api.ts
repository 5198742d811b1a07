import ky, { HTTPError, TimeoutError } from 'ky';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';
import { earlyEndpoints } from '#contract/first-screen-endpoints.ts';
import { defaultMessage, type Problem, problemFrom, problemOf } from '#contract/problem.ts';
import { parseInChunks } from './chunked-parse.ts';

export type QueryValue = string | number | boolean | readonly string[] | undefined;

type Call = {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  signal: AbortSignal;
  /** Replaces the session's token; null sends none. */
  token?: string | null;
  /** The idempotency key. */
  key?: string;
  /** The version on which a change is based. */
  version?: number;
};
type SignedCall = Call & { token: string | null };
export type AnswerOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['answer']>;

/** A file and the name that the server gave it. */
type Download = { blob: Blob; name: string | null };

/** One page of a list; the headers contain the cursor of the next. */
type Page<Rows> = { rows: Rows; headers: Headers };

export type Api = {
  call<Name extends EndpointName>(name: Name, call: Call): Promise<AnswerOf<Name>>;
  page<Name extends EndpointName>(name: Name, call: Call): Promise<Page<AnswerOf<Name>>>;
  download(name: EndpointName, call: Call): Promise<Download>;
  /** Opens a response that streams until the signal aborts. */
  listen(name: EndpointName, call: Call): Promise<ReadableStream<Uint8Array>>;
};

type Options = {
  baseUrl: string;
  fetch: typeof fetch;
  token: () => string | null;
  /** The server rejected this token. */
  onTokenRejected: (token: string) => void;
  /** A response does not match the contract. */
  onContractBroken: (call: EndpointName, reason: unknown) => void;
};

/** If the server asks for a longer wait, the call fails instead of retrying. */
const longestRetryWait = 30_000;

/** The server needs time to write a file of a hundred thousand rows. */
const downloadTimeout = 120_000;

/** Retries a reading call once, on these status codes, and not before the time that the server asks for. */
export const retry = {
  limit: 1,
  methods: ['get', 'head'],
  statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
  afterStatusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
  shouldRetry: ({ error }: { error: Error }) =>
    error instanceof HTTPError && retryAfterOf(error.response) <= longestRetryWait
      ? undefined
      : false,
};

/** The first bundle has only the early endpoints; the others are loaded with the first call to one of them. */
async function endpointOf(name: EndpointName): Promise<Endpoint> {
  const rows: Partial<Record<EndpointName, Endpoint>> = earlyEndpoints;
  return rows[name] ?? (await import('#contract/endpoints.ts')).endpoints[name];
}

/** The time to wait in `Retry-After`, which contains seconds or a date. */
function retryAfterOf({ headers }: Response): number {
  const wait = headers.get('Retry-After') ?? '0';
  const seconds = Number(wait);
  return Number.isNaN(seconds) ? Date.parse(wait) - Date.now() : seconds * 1_000;
}

/**
 * The only HTTP client of the app: it parses every response by the contract and turns every failure into a `Problem`.
 */
export function createApi(options: Options): Api {
  const http = ky.create({
    fetch: options.fetch,
    retry,
    timeout: 30_000,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  });

  async function send(name: EndpointName, call: SignedCall, timeout?: number): Promise<Response> {
    const { params = {}, query = {}, body, signal, token, key, version } = call;
    const { method, path } = await endpointOf(name);
    const url = `${options.baseUrl}${fillPath(path, params)}${searchOf(query)}`;
    return http(url, {
      method,
      signal,
      ...(timeout === undefined ? {} : { timeout }),
      ...(body === undefined ? {} : { json: body }),
      headers: {
        ...(token === null ? {} : { Authorization: `Token ${token}` }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
      },
    });
  }

  /** Binds the current token to the call, so that a 401 is reported for the token that was sent. */
  const signed = ({ token = options.token(), ...call }: Call): SignedCall => ({ ...call, token });

  async function problemOfCall(thrown: unknown, { token }: SignedCall): Promise<Problem> {
    if (thrown instanceof HTTPError && thrown.response.status === 401 && token !== null) {
      options.onTokenRejected(token);
    }
    return problemIn(thrown);
  }

  async function page<Name extends EndpointName>(
    name: Name,
    unsigned: Call,
  ): Promise<Page<AnswerOf<Name>>> {
    const call = signed(unsigned);
    try {
      const response = await send(name, call);
      const { answer } = await endpointOf(name);
      const parsed = await parseInChunks(answer, await response.text(), call.signal);
      if (parsed.success) {
        return { rows: parsed.data as AnswerOf<Name>, headers: response.headers };
      }
      options.onContractBroken(name, parsed.error);
    } catch (thrown) {
      throw await problemOfCall(thrown, call);
    }
    throw problem('unexpected');
  }

  return {
    page,
    call: async (name, unsigned) => (await page(name, unsigned)).rows,
    async download(name, unsigned) {
      const call = signed(unsigned);
      try {
        const response = await send(name, call, downloadTimeout);
        return { blob: await response.blob(), name: fileNameIn(response) };
      } catch (thrown) {
        throw await problemOfCall(thrown, call);
      }
    },
    async listen(name, unsigned) {
      const call = signed(unsigned);
      try {
        const { body } = await send(name, call);
        if (body) return body;
      } catch (thrown) {
        throw await problemOfCall(thrown, call);
      }
      throw problem('unexpected');
    },
  };
}

function fileNameIn({ headers }: Response): string | null {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? null;
}

/**
 * Turns any thrown value into a `Problem`: the server's own if it sent one, `offline` if there was no response,
 * `unexpected` otherwise.
 */
export async function problemIn(thrown: unknown): Promise<Problem> {
  if (thrown instanceof HTTPError) {
    return problemOf(thrown.response.status, await thrown.response.text().catch(() => ''));
  }
  if (thrown instanceof TypeError || thrown instanceof TimeoutError) return problem('offline');
  return problemFrom(thrown);
}

const problem = (kind: Problem['kind']): Problem => ({ kind, message: defaultMessage(kind) });

const fillPath = (path: string, params: Record<string, string | number>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

function searchOf(query: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) search.append(`${key}[]`, item);
    else if (value !== undefined) search.append(key, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
