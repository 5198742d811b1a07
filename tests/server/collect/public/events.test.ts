import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  figuresOf,
  minuteBeforeNoon,
  noon,
  openShop,
  post,
  publicFixture,
} from './fixture.ts';

const fixture = publicFixture();

const view = (more: object = {}) => ({
  event_name: 'page_view',
  event_time: minuteBeforeNoon,
  ...more,
});
const purchase = (id: string, value: number, more: object = {}) => ({
  event_name: 'purchase',
  event_id: id,
  event_time: minuteBeforeNoon,
  value,
  currency: 'USD',
  ...more,
});

describe('POST /t/e', () => {
  it("stores a page's events, on the browser’s side, and shows them", async () => {
    const shop = await openShop(fixture());
    const answer = await post(fixture(), {
      key: shop.key,
      sent_at: noon.getTime(),
      events: [view({ visitor_id: 'v-1', ScCid: 'snap-1' }), purchase('o-1', 25)],
    });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows.map(({ event_name, side }) => [event_name, side])).toEqual([
      ['page_view', 'browser'],
      ['purchase', 'browser'],
    ]);
    expect(rows[0]).toMatchObject({
      visitor_id: 'v-1',
      client_ip: '203.0.113.0',
      device: 'mobile',
      platform_click_ids: { sccid: 'snap-1' },
    });
    expect(await figuresOf(fixture(), shop)).toMatchObject({
      browser_purchases: 1,
      browser_revenue: 25,
      server_purchases: 0,
      server_revenue: 0,
    });
  });

  it('reads the text of a beacon like JSON', async () => {
    const shop = await openShop(fixture());
    const beacon = JSON.stringify({ key: shop.key, events: [purchase('o-1', 25)] });
    const answer = await post(fixture(), beacon, { 'content-type': 'text/plain;charset=UTF-8' });
    expect(answer.statusCode).toBe(204);
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(1);
  });

  it('counts an event once, however often and with whatever clock it is sent', async () => {
    const shop = await openShop(fixture());
    const events = [purchase('o-1', 25), view({ visitor_id: 'v-1' }), view({ event_id: 'p-1' })];
    for (const ahead of [0, 500, -700]) {
      const body = { key: shop.key, sent_at: noon.getTime() + ahead, events };
      expect((await post(fixture(), body)).statusCode).toBe(204);
    }
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(3);
    expect(await figuresOf(fixture(), shop)).toMatchObject({
      browser_purchases: 1,
      browser_revenue: 25,
    });
  });

  it('corrects the event times of a wrong clock', async () => {
    const shop = await openShop(fixture());
    const behind = 40 * 86_400_000;
    const answer = await post(fixture(), {
      key: shop.key,
      sent_at: noon.getTime() - behind,
      events: [view({ event_time: noon.getTime() - behind - 90_000 })],
    });
    expect(answer.statusCode).toBe(204);
    const [row] = await eventsOf(fixture(), shop.projectId);
    expect(row?.event_time).toBe('2026-11-20 11:58:30.000');
  });

  it.each(['before', 'after'])(
    'changes no figure of the server’s side with an order forged %s it',
    async (when) => {
      const shop = await openShop(fixture());
      const order = {
        event_name: 'purchase',
        event_id: 'o-7',
        event_time: minuteBeforeNoon,
        value: 80,
      };
      const server = () =>
        fixture().app.inject({
          method: 'POST',
          url: '/api/v1/collect/server/',
          headers: { authorization: `Token ${shop.serverKey}` },
          payload: { events: [order] },
        });
      const forge = async () => {
        // One with value 0, and one that equals the server's report in every field.
        const forged = [{ ...order, event_time: '2026-11-20T11:58:00.000Z', value: 0 }, order];
        expect((await post(fixture(), { key: shop.key, events: forged })).statusCode).toBe(204);
      };
      const { 0: first, 1: second } = when === 'before' ? [forge, server] : [server, forge];
      await first();
      await second();
      expect(await figuresOf(fixture(), shop)).toMatchObject({
        server_purchases: 1,
        server_revenue: 80,
        browser_purchases: 1,
        browser_revenue: 80,
      });
    },
  );

  it.each([
    ['the server’s side', { source: 'server' }, 'source'],
    ['its side', { side: 'browser' }, 'side'],
    ['a status', { status: 'approved' }, 'status'],
    ['a payout', { payout: 5 }, 'payout'],
    ['another address', { client_ip: '198.51.100.1' }, 'client_ip'],
    ['an identity of its own for the delivery', { delivery_id: 'd-1' }, 'delivery_id'],
    ['a refund', { event_name: 'refund', value: 5 }, 'event_name'],
    ['a cost', { event_name: 'cost', date: '2026-11-20', spend: 5 }, 'date'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['an e-mail address', { external_id: 'ann@mail.test' }, 'external_id'],
    ['a purchase without a value', { event_name: 'purchase' }, 'value'],
    ['a time long ago', { event_time: '2026-11-01T00:00:00Z' }, 'event_time'],
  ])(
    'refuses an event with %s, gives the reason, and stores none of it',
    async (_, more, field) => {
      const shop = await openShop(fixture());
      const answer = await post(fixture(), { key: shop.key, events: [view(more)] });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json())).toEqual([`events.0.${field}`]);
      expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
    },
  );

  it('stores the valid events of a batch', async () => {
    const shop = await openShop(fixture());
    const answer = await post(fixture(), {
      key: shop.key,
      events: [view(), view({ colour: 'red' }), 7],
    });
    expect(answer.statusCode).toBe(204);
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(1);
  });

  it.each([
    ['a list', [], 400],
    ['no event', { key: 'mp_unknown', events: [] }, 400],
    ['too many events', { key: 'mp_unknown', events: Array(501).fill(view()) }, 400],
    ['no key', { events: [view()] }, 400],
    ['a key of a server', { key: 'ck_server', events: [view()] }, 400],
    ['a key that is no text', { key: {}, events: [view()] }, 400],
    ['a consent that does not exist', { key: 'mp_unknown', consent: 'maybe', events: [1] }, 400],
    ['an unknown field', { key: 'mp_unknown', events: [view()], colour: 'red' }, 400],
    ['an unknown key', { key: 'mp_unknown', events: [view()] }, 403],
    ['half a body', '{"key":"mp_unknown","events":[', 400],
    ['a prototype', '{"key":"mp_unknown","events":[{"__proto__":{"value":1}}]}', 400],
    ['a constructor', '{"key":"mp_unknown","events":[{"constructor":{"prototype":{}}}]}', 400],
    ['64 KiB and more', { key: 'mp_unknown', events: ['x'.repeat(65_536)] }, 413],
  ])('answers %s as JSON and as text alike', async (_, body, status) => {
    for (const type of ['application/json', 'text/plain']) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await post(fixture(), text, { 'content-type': type });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('refuses forms and bodies without a type', async () => {
    const shop = await openShop(fixture());
    const body = JSON.stringify({ key: shop.key, events: [view()] });
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/html']) {
      expect((await post(fixture(), body, { 'content-type': type })).statusCode).toBe(415);
    }
  });

  it('refuses a paused pixel', async () => {
    const shop = await openShop(fixture(), { status: 'paused' });
    const answer = await post(fixture(), { key: shop.key, events: [view()] });
    expect([answer.statusCode, answer.json()]).toEqual([403, { detail: 'This pixel is paused.' }]);
  });

  it.each([
    ['shop.test', { origin: 'https://shop.test' }, 204],
    ['shop.test', { origin: 'https://www.shop.test' }, 204],
    ['shop.test', { origin: 'https://eu.shop.test' }, 403],
    ['shop.test', { origin: 'https://shop.test.evil.test' }, 403],
    ['*.shop.test', { origin: 'https://eu.shop.test' }, 204],
    ['*.shop.test', { origin: 'https://a.eu.shop.test' }, 403],
    ['*.shop.test', { origin: 'https://shop.test' }, 403],
    ['*.shop.test', { origin: 'https://evilshop.test' }, 403],
    ['shop.test', { referer: 'https://evil.test/shop.test' }, 403],
    ['shop.test', { origin: 'null', referer: 'https://shop.test/page' }, 204],
    ['shop.test', {}, 204],
  ])('lets a pixel of %s be used from %j: %i', async (domain, headers, status) => {
    const shop = await openShop(fixture(), { domains: ['other.test', domain] });
    const answer = await post(fixture(), { key: shop.key, events: [view()] }, headers);
    expect(answer.statusCode).toBe(status);
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(status === 204 ? 1 : 0);
  });

  it('marks bots, stores them and leaves them out of the figures', async () => {
    const shop = await openShop(fixture());
    const body = { key: shop.key, events: [purchase('o-1', 25)] };
    await post(fixture(), body, {
      'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)',
    });
    const [row] = await eventsOf(fixture(), shop.projectId);
    expect(row?.is_bot).toBe(1);
    expect(await figuresOf(fixture(), shop)).toMatchObject({ browser_purchases: 0 });
  });
});

describe('pages of other sites', () => {
  it('may send a preflight request, and may read the answer', async () => {
    const preflight = await fixture().app.inject({
      method: 'OPTIONS',
      url: '/t/e',
      headers: {
        origin: 'https://shop.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    });
    const shop = await openShop(fixture());
    const { headers } = await post(fixture(), { key: shop.key, events: [view()] });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    for (const answer of [preflight.headers, headers]) {
      expect(answer).not.toHaveProperty('access-control-allow-credentials');
      expect(answer).not.toHaveProperty('set-cookie');
    }
  });
});
