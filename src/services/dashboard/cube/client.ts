import type { ITransport, Query } from '@cubejs-client/core';
import ky, { HTTPError } from 'ky';
import { z } from 'zod';
import { type Api, problemIn, retry } from '../../kit/api.ts';

/** One row of a result, by member. Figures stay text, so that rounding is exact. */
export type Row = Record<string, string | null>;

/** The Cube endpoint: the embedded one or a real Cube deployment. */
export type Cube = {
  /** Runs one query and returns the rows of each compared date range. */
  load(query: Query, signal: AbortSignal): Promise<{ answers: Row[][]; refreshedAt: string }>;
  /** Loads the client and a token before the first query. */
  preload(): void;
};

type Options = {
  api: Api;
  fetch: typeof fetch;
  url: string;
  /** The session's token, for which analytics tokens are issued. */
  token: () => string | null;
  now: () => number;
};

type Cell = string | number | boolean | null;

/** A result has tens of thousands of rows: a schema for every cell would block the page. */
const isRow = (value: unknown): value is Record<string, Cell> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isCell);
const isCell = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isText = (row: Record<string, Cell>): row is Row =>
  Object.values(row).every((cell) => cell === null || typeof cell === 'string');

/** A deployment may send figures as numbers; they become text too. */
const textsOf = (row: Record<string, Cell>): Row =>
  isText(row)
    ? row
    : Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, cell === null ? null : String(cell)]),
      );

/** The client's internal result. Its public accessor copies the rows in quadratic time. */
const answerSchema = z.object({
  loadResponse: z.object({
    results: z
      .array(
        z.object({
          data: z.array(z.custom<Record<string, Cell>>(isRow)),
          lastRefreshTime: z.string(),
        }),
      )
      .min(1),
  }),
});

/** A token is renewed this long before it expires, so that it does not expire on the way. */
const renewBefore = 60_000;

/** The official Cube client with this app's retry rule and problems. It is loaded with the first query. */
export function createCube(options: Options): Cube {
  const http = ky.create({ fetch: options.fetch, retry, timeout: 60_000 });
  const tokens = tokensFrom(options);

  async function send(method: string, params: Record<string, unknown>, signal: AbortSignal) {
    const search = new URLSearchParams(
      Object.entries(params)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    const url = `${options.url}/${method}`;
    const isLong = search.toString().length > 1_800;
    const attempt = async (token: Promise<string>) =>
      http(isLong ? url : `${url}?${search}`, {
        method: isLong ? 'POST' : 'GET',
        signal,
        headers: { Accept: 'application/json', Authorization: await token },
        ...(isLong ? { json: params } : {}),
      });
    const token = tokens.read();
    try {
      return await attempt(token).catch((thrown) => {
        if (!isTokenOutdated(thrown)) throw thrown;
        tokens.drop(token);
        return attempt(tokens.read());
      });
    } catch (thrown) {
      throw await problemIn(thrown);
    }
  }

  const transport: ITransport<Response> = {
    authorization: undefined,
    request(method, { signal, baseRequestId: _, ...params }) {
      const abort = signal instanceof AbortSignal ? signal : new AbortController().signal;
      const run: ReturnType<ITransport<Response>['request']>['subscribe'] = async (callback) =>
        callback(await send(method, params, abort), () => run(callback));
      return { subscribe: run };
    },
  };

  const fetchClient = () => import('@cubejs-client/core');

  return {
    async load(query, signal) {
      const { CubeApi } = await fetchClient();
      const client = new CubeApi({ apiUrl: options.url, transport });
      const answer = await client.load(
        query,
        { signal, castNumerics: false },
        undefined,
        'compact',
      );
      const { results } = answerSchema.parse(answer).loadResponse;
      const refreshed = results.map(({ lastRefreshTime }) => lastRefreshTime).toSorted();
      return {
        answers: results.map(({ data }) => data.map(textsOf)),
        refreshedAt: refreshed[0] ?? '',
      };
    },
    preload() {
      void Promise.allSettled([fetchClient(), tokens.read()]);
    },
  };
}

/** The token has expired, or was issued before the user got access to a project. */
const isTokenOutdated = (thrown: unknown): boolean =>
  thrown instanceof HTTPError && [401, 403].includes(thrown.response.status);

type HeldToken = { session: string | null; text: Promise<string>; until: number };

/** One token serves every query of a session; concurrent queries share one token request. */
function tokensFrom({ api, token, now }: Options) {
  let current: HeldToken | null = null;

  function issue(session: string | null): HeldToken {
    const { signal } = new AbortController();
    const answer = api.call('analyticsToken', { body: {}, signal });
    const issued: HeldToken = {
      session,
      text: answer.then((response) => response.token),
      until: Number.POSITIVE_INFINITY,
    };
    answer.then(
      ({ expires_at }) => {
        issued.until = Date.parse(expires_at);
      },
      () => {
        issued.until = 0;
      },
    );
    return issued;
  }

  return {
    read(): Promise<string> {
      const session = token();
      if (current?.session !== session || current.until <= now() + renewBefore)
        current = issue(session);
      return current.text;
    },
    /** Drops a token once, when several queries find it outdated. */
    drop(text: Promise<string>) {
      if (current?.text === text) current = null;
    },
  };
}
