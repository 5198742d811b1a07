import type { ITransport, Query } from '@cubejs-client/core';
import ky, { HTTPError } from 'ky';
import { z } from 'zod';
import { type Api, problemIn, retry } from '../../kit/api.ts';

/** One row of an answer by member. Figures are texts, so that rounding stays exact. */
export type Row = Record<string, string | null>;

/** The analytics endpoint: the embedded one or a real Cube deployment. */
export type Cube = {
  /** Runs one query, which answers rows for each date range that it compares. */
  load(query: Query, signal: AbortSignal): Promise<{ answers: Row[][]; refreshedAt: string }>;
  /** Fetches what the first query needs, before there is one. */
  expect(): void;
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

/** Rows are tens of thousands: a schema for each of their cells would keep the page from answering. */
const isRow = (value: unknown): value is Record<string, Cell> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isCell);
const isCell = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isText = (row: Record<string, Cell>): row is Row =>
  Object.values(row).every((cell) => cell === null || typeof cell === 'string');

/** A deployment may write figures as numbers; they are read as texts all the same. */
const textsOf = (row: Record<string, Cell>): Row =>
  isText(row)
    ? row
    : Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, cell === null ? null : String(cell)]),
      );

/** What the client holds; its own way to give that away copies it, for which it needs the square of the rows. */
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

/** A token is replaced this long before it ends, so that no query leaves with one that ends on the way. */
const margin = 60_000;

/**
 * The official Cube client over this app's HTTP rules: the same retry, the same problems.
 * It is fetched when the first query needs it.
 */
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
        if (!isOutgrown(thrown)) throw thrown;
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
    expect() {
      void Promise.allSettled([fetchClient(), tokens.read()]);
    },
  };
}

/** A token that ended, or one that was issued before somebody had what they ask for. */
const isOutgrown = (thrown: unknown): boolean =>
  thrown instanceof HTTPError && [401, 403].includes(thrown.response.status);

type Held = { session: string | null; text: Promise<string>; until: number };

/** One token serves every query of a session; queries that start together wait for the same one. */
function tokensFrom({ api, token, now }: Options) {
  let held: Held | null = null;

  function issue(session: string | null): Held {
    const { signal } = new AbortController();
    const answer = api.call('analyticsToken', { body: {}, signal });
    const issued: Held = {
      session,
      text: answer.then((given) => given.token),
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
      if (held?.session !== session || held.until <= now() + margin) held = issue(session);
      return held.text;
    },
    /** Unless another query did so before. */
    drop(text: Promise<string>) {
      if (held?.text === text) held = null;
    },
  };
}
