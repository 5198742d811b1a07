import ky, { HTTPError, TimeoutError } from 'ky';
import type { z } from 'zod';
import { earlyEndpoints } from '#contract/early-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';
import { defaultMessage, type Problem, problemFrom, problemOf } from '#contract/problem.ts';
import { parsedIn } from './long-answer.ts';

export type QueryValue = string | number | boolean | readonly string[] | undefined;

type Call = {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  signal: AbortSignal;
  /** Signs this call with another token than the session's, or with none. */
  token?: string | null;
  /** By what the server knows a repeat of this call. */
  key?: string;
};
type Signed = Call & { token: string | null };
export type AnswerOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['answer']>;

/** A file as the server made it, and what the server calls it. */
type Download = { blob: Blob; name: string | null };

/** Some rows of a list; the headers say how it goes on. */
type Page<Rows> = { rows: Rows; headers: Headers };

export type Api = {
  call<Name extends EndpointName>(name: Name, call: Call): Promise<AnswerOf<Name>>;
  page<Name extends EndpointName>(name: Name, call: Call): Promise<Page<AnswerOf<Name>>>;
  download(name: EndpointName, call: Call): Promise<Download>;
  /** An answer that goes on for as long as somebody listens. */
  listen(name: EndpointName, call: Call): Promise<ReadableStream<Uint8Array>>;
};

type Options = {
  baseUrl: string;
  fetch: typeof fetch;
  token: () => string | null;
  /** The server no longer accepts this token. */
  refused: (token: string) => void;
  /** An answer broke the contract. */
  broken: (call: EndpointName, reason: unknown) => void;
};

/** Waiting longer than this for another try is worse than saying so. */
const longestWait = 30_000;

/** A file of a hundred thousand rows takes its time. */
const longestDownload = 120_000;

/** The retry rule: once, reading only, on these answers, not before the server wants it. */
export const retry = {
  limit: 1,
  methods: ['get', 'head'],
  statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
  afterStatusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
  shouldRetry: ({ error }: { error: Error }) =>
    error instanceof HTTPError && waitIn(error.response) <= longestWait ? undefined : false,
};

/** What the dashboard does without comes with the first such call. */
async function rowOf(name: EndpointName): Promise<Endpoint> {
  const rows: Partial<Record<EndpointName, Endpoint>> = earlyEndpoints;
  return rows[name] ?? (await import('#contract/endpoints.ts')).endpoints[name];
}

/** How long the server wants to be left alone: `Retry-After` holds seconds or a date. */
function waitIn({ headers }: Response): number {
  const wait = headers.get('Retry-After') ?? '0';
  const seconds = Number(wait);
  return Number.isNaN(seconds) ? Date.parse(wait) - Date.now() : seconds * 1_000;
}

/** The one HTTP client of the app: every call of the contract, its answer parsed, its failure a `Problem`. */
export function createApi(options: Options): Api {
  const http = ky.create({
    fetch: options.fetch,
    retry,
    timeout: 30_000,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  });

  async function ask(name: EndpointName, call: Signed, timeout?: number): Promise<Response> {
    const { params = {}, query = {}, body, signal, token, key } = call;
    const { method, path } = await rowOf(name);
    const url = `${options.baseUrl}${fill(path, params)}${searchOf(query)}`;
    return http(url, {
      method,
      signal,
      ...(timeout === undefined ? {} : { timeout }),
      ...(body === undefined ? {} : { json: body }),
      headers: {
        ...(token === null ? {} : { Authorization: `Token ${token}` }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
    });
  }

  /** A token that is refused is the one that was sent, whichever is there by then. */
  const signed = ({ token = options.token(), ...call }: Call): Signed => ({ ...call, token });

  async function failed(thrown: unknown, { token }: Signed): Promise<Problem> {
    if (thrown instanceof HTTPError && thrown.response.status === 401 && token !== null) {
      options.refused(token);
    }
    return problemIn(thrown);
  }

  async function page<Name extends EndpointName>(
    name: Name,
    asked: Call,
  ): Promise<Page<AnswerOf<Name>>> {
    const call = signed(asked);
    try {
      const response = await ask(name, call);
      const { answer } = await rowOf(name);
      const parsed = await parsedIn(answer, await response.text(), call.signal);
      if (parsed.success) {
        return { rows: parsed.data as AnswerOf<Name>, headers: response.headers };
      }
      options.broken(name, parsed.error);
    } catch (thrown) {
      throw await failed(thrown, call);
    }
    throw problem('unexpected');
  }

  return {
    page,
    call: async (name, asked) => (await page(name, asked)).rows,
    async download(name, asked) {
      const call = signed(asked);
      try {
        const response = await ask(name, call, longestDownload);
        return { blob: await response.blob(), name: fileNameIn(response) };
      } catch (thrown) {
        throw await failed(thrown, call);
      }
    },
    async listen(name, asked) {
      const call = signed(asked);
      try {
        const { body } = await ask(name, call);
        if (body) return body;
      } catch (thrown) {
        throw await failed(thrown, call);
      }
      throw problem('unexpected');
    },
  };
}

function fileNameIn({ headers }: Response): string | null {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? null;
}

/**
 * Turns whatever a request throws into a `Problem`: the server's own where it sent one,
 * `offline` where nothing answered, `unexpected` for everything else.
 */
export async function problemIn(thrown: unknown): Promise<Problem> {
  if (thrown instanceof HTTPError) {
    return problemOf(thrown.response.status, await thrown.response.text().catch(() => ''));
  }
  if (thrown instanceof TypeError || thrown instanceof TimeoutError) return problem('offline');
  return problemFrom(thrown);
}

const problem = (kind: Problem['kind']): Problem => ({ kind, message: defaultMessage(kind) });

const fill = (path: string, params: Record<string, string | number>) =>
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
