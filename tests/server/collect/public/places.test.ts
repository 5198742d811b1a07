import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectionsSchema } from '#contract/collect/public.ts';
import { openAddressInfo } from '#server/geo/address-info.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { maxmindFile } from '#tests/support/maxmind-file.ts';
import { eventsOf, figuresOf, noon, openShop, post, publicFixture } from './fixture.ts';

const fixture = publicFixture();
const folder = mkdtempSync(join(tmpdir(), 'clickledger-places-'));
const proxy = '10.0.0.1';
const texan = '203.0.113.7';
const machine = '198.51.100.9';

let app: FastifyInstance;

beforeAll(async () => {
  const { pool, stores, mover } = fixture();
  const places = join(folder, 'places.mmdb');
  const record = { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'TX' }] };
  writeFileSync(places, maxmindFile([{ address: '203.0.113.0', length: 24, record }]));
  const datacenters = join(folder, 'ranges.txt');
  writeFileSync(datacenters, '198.51.100.0/24 # a cloud\n');
  const { reader } = stores.warehouse;
  const now = () => noon;
  const { wake, watermark } = mover;
  const addressInfo = await openAddressInfo({ places, datacenters });
  const modules = productModules({ pool, reader, now, wake, watermark, addressInfo });
  app = await appOf(modules, { trustProxy: proxy });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const view = { event_name: 'page_view' };
const through = (address: string, headers: Record<string, string> = {}) => ({
  'x-forwarded-for': address,
  ...headers,
});

describe('the place of an event', () => {
  it.each([
    ['the file, by its address', texan, {}, 'US', 'TX'],
    ['the file, by the address a proxy names', proxy, through(texan), 'US', 'TX'],
    ['the edge before the file', proxy, through(texan, { 'cf-ipcountry': 'DE' }), 'DE', ''],
    [
      'the file where the edge knows nothing',
      proxy,
      through(texan, { 'cf-ipcountry': 'XX' }),
      'US',
      'TX',
    ],
    [
      'the file for the state of the edge’s country',
      proxy,
      through(texan, { 'cf-ipcountry': 'US' }),
      'US',
      'TX',
    ],
    ['no header of an untrusted sender', '192.0.2.1', { 'cf-ipcountry': 'DE' }, 'ZZ', ''],
    ['no header', '192.0.2.1', {}, 'ZZ', ''],
  ])('is derived from %s', async (_, remote, headers, country, state) => {
    const shop = await openShop(fixture());
    const body = { key: shop.key, events: [view] };
    expect((await post({ ...fixture(), app }, body, headers, remote)).statusCode).toBe(204);
    expect(await eventsOf(fixture(), shop.projectId)).toMatchObject([{ country, state }]);
  });

  it('is derived for images too, and for a visitor who objects', async () => {
    const shop = await openShop(fixture());
    const request = (headers: Record<string, string>) =>
      app.inject({ url: `/t/p.gif?k=${shop.key}`, remoteAddress: texan, headers });
    await request({});
    await request({ 'sec-gpc': '1' });
    const rows = await eventsOf(fixture(), shop.projectId);
    const seen = rows.map(({ country, state, client_ip }) => [country, state, client_ip]);
    expect(seen.sort()).toEqual([
      ['US', 'TX', ''],
      ['US', 'TX', '203.0.113.0'],
    ]);
  });

  it('is derived from the visitor’s address that a server reports, but not from the server’s own', async () => {
    const shop = await openShop(fixture());
    const order = (id: string, more: object) => ({
      event_name: 'purchase',
      event_id: id,
      value: 5,
      event_time: '2026-11-20T11:59:00Z',
      ...more,
    });
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${shop.serverKey}`, 'cf-ipcountry': 'FR' },
      remoteAddress: texan,
      payload: {
        events: [
          order('o-1', { client_ip: texan }),
          order('o-2', { client_ip: texan, country: 'CA', state: 'ON' }),
          order('o-3', {}),
        ],
      },
    });
    expect(statusCode).toBe(202);
    const rows = await eventsOf(fixture(), shop.projectId);
    const places = rows.map(({ event_id, country, state }) => [event_id, country, state]);
    expect(places.sort()).toEqual([
      ['o-1', 'US', 'TX'],
      ['o-2', 'CA', 'ON'],
      ['o-3', 'ZZ', ''],
    ]);
  });
});

describe('a network of a data centre', () => {
  it("marks a page's events from there, stores them, and gives the reason", async () => {
    const shop = await openShop(fixture());
    const order = { event_name: 'purchase', event_id: 'o-1', value: 25 };
    await post({ ...fixture(), app }, { key: shop.key, events: [order, view] }, {}, machine);
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows.map(({ is_bot }) => is_bot)).toEqual([1, 1]);
    expect(await figuresOf(fixture(), shop)).toMatchObject({ browser_purchases: 0 });

    const crawler = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
    await post({ ...fixture(), app }, { key: shop.key, events: [view] }, crawler, machine);
    const answer = await app.inject({
      url: `/api/v1/master-pixels/${shop.pixelId}/rejections/`,
      headers: { authorization: `Token ${shop.token}` },
    });
    const { rejections } = rejectionsSchema.parse(answer.json());
    expect(rejections.map(({ reason, count }) => [reason, count])).toEqual([
      ['datacenter', 2],
      ['bot', 1],
    ]);
  });

  it("changes nothing about a server's events", async () => {
    const shop = await openShop(fixture());
    await app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${shop.serverKey}` },
      payload: {
        events: [{ event_name: 'purchase', event_id: 'o-1', value: 5, client_ip: machine }],
      },
    });
    expect(await eventsOf(fixture(), shop.projectId)).toMatchObject([{ is_bot: 0 }]);
  });
});
