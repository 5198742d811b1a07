import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { OrderTest } from '#contract/order-test/schemas.ts';

type Hop = OrderTest['hops'][number];

/** The person of the test order. */
export type TestOrder = {
  projectId: number;
  home: string;
  currency: string;
  affid: string;
  eventName: string;
  key: string;
  domains: readonly string[];
};

type Dependencies = { app: FastifyInstance; pool: pg.Pool; reader: ClickHouseClient };

/** A failure in one sentence. */
class Failure extends Error {}

const eachWithin = 5_000;
const visibleWithin = 10_000;
const keyHolds = '1 minute';
/** An ordinary browser, so that it is not marked as a bot. */
export const browserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';

/**
 * Sends one order through the public calls like a visitor's, marked as a test at every step. After a failing step the
 * later ones do what they can.
 */
export async function followOrder(
  { app, pool, reader }: Dependencies,
  order: TestOrder,
  name: string,
  remoteAddress: string,
): Promise<Hop[]> {
  const sale = {
    event_name: order.eventName,
    event_id: `test-${name}`,
    order_id: `test-${name}`,
    value: 1,
    currency: order.currency,
    affid: order.affid,
    test: true,
  };
  const headers = { 'user-agent': browserAgent };
  let page = order.home || originOf(order.domains) || 'https://test.invalid/';
  let click: { click_id: string } | Record<string, never> = {};
  const acceptedSides: string[] = [];

  const fromPage = async (event: object, done: string): Promise<string> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/t/e',
      remoteAddress,
      headers: { ...headers, origin: new URL(page).origin },
      payload: {
        key: order.key,
        consent: 'granted',
        events: [{ url: page, ...click, ...event, affid: order.affid, test: true }],
      },
    });
    if (answer.statusCode !== 204) throw new Failure(sentenceIn(answer.body, new URL(page).host));
    return done;
  };

  return [
    await timed('click', eachWithin, async () => {
      const answer = await app.inject({
        url: `/t/c/${encodeURIComponent(order.affid)}?k=${order.key}&format=json&test=1`,
        headers,
        remoteAddress,
      });
      if (answer.statusCode === 404) {
        throw new Failure(
          'The tracking link leads nowhere: enter the address of the project in the company settings.',
        );
      }
      if (answer.statusCode !== 200) throw new Failure(sentenceIn(answer.body));
      const { click_id, url }: { click_id: string; url: string } = answer.json();
      click = { click_id };
      page = url;
      return `The tracking link counted the click and leads to ${new URL(url).host}.`;
    }),
    await timed('landing', eachWithin, () =>
      fromPage({ event_name: 'page_view' }, 'The page reported its page view.'),
    ),
    await timed('browser', eachWithin, async () => {
      const done = await fromPage(sale, 'The order was reported by the browser.');
      acceptedSides.push('browser');
      return done;
    }),
    await timed('server', eachWithin, async () => {
      const payload = { events: [{ ...sale, ...click }] };
      const answer = await withImportKey(pool, order.projectId, (key) =>
        app.inject({
          method: 'POST',
          url: '/api/v1/collect/server/',
          remoteAddress,
          payload,
          headers: { authorization: `Token ${key}` },
        }),
      );
      if (answer.statusCode !== 202) throw new Failure(sentenceIn(answer.body));
      const [refused]: { message: string }[] = answer.json().rejected;
      if (refused) throw new Failure(refused.message);
      acceptedSides.push('server');
      return 'The order was reported by the server.';
    }),
    await timed('visible', visibleWithin + 1_000, async () => {
      if (acceptedSides.length === 0)
        throw new Failure('No side was accepted, so nothing can arrive.');
      await arrived(reader, order.projectId, sale, acceptedSides);
      return acceptedSides.length === 2
        ? 'Both sides arrived as one order, marked as a test and not counted.'
        : `The ${acceptedSides[0]}’s side arrived, marked as a test and not counted.`;
    }),
  ];
}

async function timed(hop: Hop['hop'], within: number, work: () => Promise<string>): Promise<Hop> {
  const began = performance.now();
  const leaving = new AbortController();
  const late = delay(within, undefined, { signal: leaving.signal, ref: false }).then(() => {
    throw new Failure(`There was no answer within ${within / 1_000} seconds.`);
  });
  const ended = (ok: boolean, message: string): Hop => ({
    hop,
    ok,
    message,
    ms: Math.round(performance.now() - began),
  });
  try {
    return ended(true, await Promise.race([work(), late]));
  } catch (error) {
    if (error instanceof Failure) return ended(false, error.message);
    return ended(false, 'Something went wrong on our side. Try again.');
  } finally {
    leaving.abort();
    late.catch(() => undefined);
  }
}

/** The server key is known to its owner only, so a short-lived import key is used. */
export async function withImportKey<Answer>(
  pool: pg.Pool,
  projectId: number,
  call: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = `test_${randomBytes(24).toString('base64url')}`;
  const digest = hash('sha256', key, 'buffer');
  await pool.query(
    `insert into import_keys (key_hash, project_id, expires_at) values ($1, $2, now() + interval '${keyHolds}')`,
    [digest, projectId],
  );
  try {
    return await call(key);
  } finally {
    await pool.query('delete from import_keys where key_hash = $1', [digest]);
  }
}

async function arrived(
  reader: ClickHouseClient,
  project: number,
  { event_name: name, order_id: order }: { event_name: string; order_id: string },
  sides: readonly string[],
): Promise<void> {
  const end = performance.now() + visibleWithin;
  for (;;) {
    const answer = await reader.query({
      query: `SELECT DISTINCT side FROM events
        WHERE project_id = {project:UInt32} AND event_name = {name:String} AND order_id = {order:String}
          AND is_test = 1`,
      query_params: { project, name: name.toLowerCase(), order },
      format: 'JSONEachRow',
    });
    const seen = (await answer.json<{ side: string }>()).map(({ side }) => side);
    if (sides.every((side) => seen.includes(side))) return;
    if (performance.now() > end) {
      throw new Failure('It was stored but did not arrive within 10 seconds. It is not lost.');
    }
    await delay(50);
  }
}

function originOf([first]: readonly string[]): string | null {
  return first === undefined ? null : `https://${first.replace(/^\*\./, 'www.')}/`;
}

/** The first sentence of a response. */
export function sentenceIn(body: string, host?: string): string {
  const [message] = Object.values(JSON.parse(body) as Record<string, string | string[]>).flat();
  const hint =
    message === 'This site may not use the pixel.' && host
      ? ` Allow ${host} in the settings of the master pixel.`
      : '';
  return `${message ?? 'The collector refused it.'}${hint}`;
}
