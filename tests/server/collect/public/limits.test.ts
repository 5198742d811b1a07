import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyRing } from '#server/collect/key-ring.ts';
import { pixelScriptRoutes } from '#server/collect/pixel-script.ts';
import { createPixelCounters } from '#server/collect/public/counters.ts';
import { createPixelCache } from '#server/collect/public/pixel-cache.ts';
import { publicCollectRoutes } from '#server/collect/public/routes.ts';
import { unknownAddressInfo } from '#server/geo/address-info.ts';
import { createInbox } from '#server/pipeline/inbox.ts';
import { createPostbackRecorder } from '#server/postbacks/postback-recorder.ts';
import { appOf } from '#tests/support/app.ts';
import { silent } from '#tests/support/stores.ts';
import {
  addAffiliate,
  eventsOf,
  noon,
  openShop,
  post,
  publicFixture,
  type Shop,
} from './fixture.ts';

const fixture = publicFixture();

let app: FastifyInstance;
let at = noon.getTime();

const script = { hash: '0123456789ab', plain: Buffer.from('1'), packed: Buffer.from('') };

/** 500 events at once and 10 a second from one network; 1,000 and 50 of one pixel. */
async function limited({
  within,
  inboxPool,
  isDatabaseSilent = () => false,
}: {
  within?: number;
  inboxPool?: pg.Pool;
  isDatabaseSilent?: () => boolean;
} = {}): Promise<FastifyInstance> {
  const { pool } = fixture();
  const now = () => new Date(at);
  return appOf(
    [
      (instance) =>
        publicCollectRoutes(instance, {
          pool,
          inbox: createInbox({ pool: inboxPool ?? pool, now, wake: () => undefined, log: silent }),
          keys: createKeyRing({ pool, now }),
          now,
          counters: createPixelCounters({ pool, now, log: silent }),
          pixelCache: createPixelCache(pool, isDatabaseSilent),
          isSilent: isDatabaseSilent,
          recorder: createPostbackRecorder({ pool, now, log: silent }),
          rates: { network: 10, pixel: 50 },
          addressInfo: unknownAddressInfo,
          ...(within === undefined ? {} : { within }),
        }),
      (instance) => pixelScriptRoutes(instance, { pixel: script, assign: null }),
    ],
    { isDatabaseSilent },
  );
}

beforeAll(async () => {
  app = await limited();
});
afterAll(() => app.close());

/** A store that answers once it is released. */
function holding(pool: pg.Pool) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requestCount = 0;
  const query = async (...items: Parameters<pg.Pool['query']>) => {
    requestCount += 1;
    await released;
    return pool.query(...items);
  };
  return {
    pool: { query } as unknown as pg.Pool,
    release: () => release(),
    waiting: () => requestCount,
  };
}

async function linked(): Promise<Shop & { link: string }> {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  return { ...shop, link: `/t/c/${affid}` };
}

async function refusedOf({ pixelId }: Shop) {
  const text = 'select reason, count::int from pixel_rejections where pixel_id = $1';
  return (await fixture().pool.query(text, [pixelId])).rows;
}

const views = (count: number) => Array(count).fill({ event_name: 'page_view' });

describe('limits', () => {
  it('hold for a network, whatever its headers claim, and expire', async () => {
    const shop = await openShop(fixture());
    const send = (count: number, machine: number) =>
      post(
        { ...fixture(), app },
        { key: shop.key, events: views(count) },
        { 'x-forwarded-for': `198.51.${machine}.1` },
        `203.0.113.${machine}`,
      );
    expect((await send(500, 1)).statusCode).toBe(204);
    const refused = await send(20, 2);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { detail: 'Too many events. Send them again later.' },
    ]);
    const wait = Number(refused.headers['retry-after']);
    expect(Number.isInteger(wait)).toBe(true);
    expect(wait).toBeGreaterThanOrEqual(2);

    const elsewhere = await post(
      { ...fixture(), app },
      { key: shop.key, events: views(1) },
      {},
      '198.51.100.1',
    );
    expect(elsewhere.statusCode).toBe(204);
    at += wait * 1_000;
    expect((await send(20, 3)).statusCode).toBe(204);
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(521);
  });

  it('hold for a pixel, from all networks, and for no other pixel', async () => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    const send = (key: string, network: number) =>
      post({ ...fixture(), app }, { key, events: views(500) }, {}, `10.0.${network}.1`);
    expect((await send(shop.key, 1)).statusCode).toBe(204);
    expect((await send(shop.key, 2)).statusCode).toBe(204);
    const refused = await send(shop.key, 3);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(10);
    expect((await send(other.key, 4)).statusCode).toBe(204);
  });

  it('hold for links and images too', async () => {
    const shop = await linked();
    const from = '10.1.1.1';
    await post({ ...fixture(), app }, { key: shop.key, events: views(500) }, {}, from);
    for (const url of [`/t/p.gif?k=${shop.key}`, `${shop.link}?format=json`]) {
      const answer = await app.inject({ url, remoteAddress: from });
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
  });

  it('redirect everyone who follows a link', async () => {
    const shop = await linked();
    const limitedApp = await limited();
    const from = '10.1.2.1';
    await post({ ...fixture(), app: limitedApp }, { key: shop.key, events: views(500) }, {}, from);
    const answer = await limitedApp.inject({ url: shop.link, remoteAddress: from });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^https:\/\/shop\.test\//);
    await limitedApp.close();
    expect(await refusedOf(shop)).toEqual([{ reason: 'rate_network', count: 1 }]);
  });

  it.each([
    ['a network', Array<string>(501).fill('10.1.3.1')],
    ['a pixel', Array.from({ length: 1_001 }, (_, index) => `10.1${index % 5}.4.1`)],
  ])('hold for a link that is only tested: those of %s', async (_, senders) => {
    const shop = await linked();
    const limitedApp = await limited();
    const test = (remoteAddress: string) =>
      limitedApp.inject({ method: 'HEAD', url: `${shop.link}?format=json`, remoteAddress });
    const statuses: number[] = [];
    for (const from of senders) statuses.push((await test(from)).statusCode);
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    await limitedApp.close();
    expect(await refusedOf(shop)).toEqual([]);
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
  });

  it('write down what they refused when the app stops', async () => {
    const shop = await openShop(fixture());
    const limitedApp = await limited();
    const from = '10.2.2.2';
    for (const count of [500, 7, 5]) {
      await post(
        { ...fixture(), app: limitedApp },
        { key: shop.key, events: views(count) },
        {},
        from,
      );
    }
    await limitedApp.close();
    const { rows } = await fixture().pool.query(
      'select reason, count::int from pixel_rejections where pixel_id = $1',
      [shop.pixelId],
    );
    expect(rows).toContainEqual({ reason: 'rate_network', count: 12 });
  });
});

describe('a store that does not answer', () => {
  it('makes the page keep its events and send them again', async () => {
    const shop = await openShop(fixture());
    const nowhere = new pg.Pool({ host: '127.0.0.1', port: 1 });
    const appWithoutInbox = await limited({ inboxPool: nowhere });
    const answers = [
      await post(
        { ...fixture(), app: appWithoutInbox },
        { key: shop.key, events: [...views(1), 7] },
      ),
      await appWithoutInbox.inject({ url: `/t/p.gif?k=${shop.key}` }),
      await appWithoutInbox.inject({ url: `/t/pb?key=${shop.serverKey}&click_id=ck_1&payout=1` }),
    ];
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(503);
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    await appWithoutInbox.close();
    await nowhere.end();
  });

  it('redirects everyone who follows a link, and the click is counted as lost', async () => {
    const shop = await linked();
    const nowhere = new pg.Pool({ host: '127.0.0.1', port: 1 });
    const appWithoutInbox = await limited({ inboxPool: nowhere });
    const answer = await appWithoutInbox.inject({ url: shop.link });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^https:\/\/shop\.test\//);
    expect((await appWithoutInbox.inject({ url: `${shop.link}?format=json` })).statusCode).toBe(
      503,
    );
    await appWithoutInbox.close();
    await nowhere.end();
    expect(await refusedOf(shop)).toEqual([{ reason: 'not_kept', count: 2 }]);
  });
});

describe('a database that is silent', () => {
  it('refuses every call at once, in a form that pages can read', async () => {
    const shop = await linked();
    const silenced = await limited({ isDatabaseSilent: () => true });
    const answers = [
      await post({ ...fixture(), app: silenced }, { key: shop.key, events: views(1) }),
      await silenced.inject({ url: `/t/p.gif?k=${shop.key}` }),
      await silenced.inject({ url: `/t/pb?key=${shop.serverKey}&click_id=ck_1&payout=1` }),
      await silenced.inject({ url: shop.link }),
      await silenced.inject({ method: 'HEAD', url: shop.link }),
      await silenced.inject({ url: '/t/f/1' }),
    ];
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(503);
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    expect((await silenced.inject({ method: 'OPTIONS', url: '/t/e' })).statusCode).toBe(204);
    for (const url of ['/t/px.js', `/t/px-${script.hash}.js`]) {
      expect((await silenced.inject({ url })).statusCode).toBe(200);
    }
    await silenced.close();
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
  });
});

describe('more requests than the server can handle', () => {
  it('are asked to retry at once, the others are stored', async () => {
    const shop = await openShop(fixture());
    const held = holding(fixture().pool);
    const full = await limited({ inboxPool: held.pool });
    const send = (index: number) =>
      post({ ...fixture(), app: full }, { key: shop.key, events: views(1) }, {}, `10.3.${index}.1`);
    const working = Array.from({ length: 128 }, (_, index) => send(index));
    await expect.poll(held.waiting).toBeGreaterThan(0);
    const late = [await send(200), await full.inject({ url: `/t/p.gif?k=${shop.key}` })];
    for (const { statusCode, headers } of late) {
      expect(statusCode).toBe(503);
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    held.release();
    const statuses = (await Promise.all(working)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect((await send(201)).statusCode).toBe(204);
    await full.close();
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(129);
  });
});

describe('a sender that is too slow', () => {
  it('gets an error and is cut off', async () => {
    const impatient = await limited({ within: 30 });
    await impatient.listen({ host: '127.0.0.1', port: 0 });
    const address = impatient.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (part: Buffer) => received.push(part));
    socket.write(
      'POST /t/e HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await once(socket, 'close');
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 408 /);
    await impatient.close();
  });
});
