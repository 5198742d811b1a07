import { describe, expect, it } from 'vitest';
import {
  addAffiliate,
  browser,
  eventsOf,
  figuresOf,
  noon,
  openShop,
  publicFixture,
  type Shop,
} from './fixture.ts';

const fixture = publicFixture();

const get = (url: string, headers: Record<string, string> = {}) =>
  fixture().app.inject({ url, headers: { 'user-agent': browser, ...headers } });

describe('GET /t/p.gif', () => {
  it('counts the view of a page without script and answers one point', async () => {
    const { key, projectId } = await openShop(fixture());
    const page = 'https://shop.test/landing?utm_source=news&mail=ann@mail.test';
    const answer = await get(
      `/t/p.gif?k=${key}&e=page_view&u=${encodeURIComponent(page)}&r=https%3A%2F%2Fsearch.test%2Fq&affid=1001&cb=123`,
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/gif',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    });
    expect(answer.rawPayload.subarray(0, 10).toString('hex')).toBe('47494638396101000100');
    const rows = await eventsOf(fixture(), projectId);
    expect(rows).toMatchObject([
      { event_name: 'page_view', side: 'browser', affid: '1001', utm_source: 'news' },
    ]);
    expect(rows[0]).toMatchObject({ referrer: 'search.test', visitor_id: '' });
    expect(JSON.parse(rows[0]?.params ?? '').url).toBe('https://shop.test/landing?utm_source=news');
  });

  it('uses the page that shows it where none is given', async () => {
    const { key, projectId } = await openShop(fixture());
    await get(`/t/p.gif?k=${key}`, { referer: 'https://shop.test/' });
    const [row] = await eventsOf(fixture(), projectId);
    expect(row?.event_name).toBe('page_view');
    expect(JSON.parse(row?.params ?? '').url).toBe('https://shop.test/');
  });

  it('stores neither address nor browser of a visitor who objects', async () => {
    const { key, projectId } = await openShop(fixture());
    await get(`/t/p.gif?k=${key}&gclid=g-1&visitor_id=v-1`, { 'sec-gpc': '1' });
    const [row] = await eventsOf(fixture(), projectId);
    expect(row).toMatchObject({
      client_ip: '',
      user_agent: '',
      visitor_id: '',
      platform_click_ids: {},
    });
  });

  it.each([
    ['no key', '/t/p.gif', 400],
    ['two keys', '/t/p.gif?k=mp_unknown&k=mp_unknown', 400],
    ['an unknown key', '/t/p.gif?k=mp_unknown', 403],
    ['a list where a text belongs', '/t/p.gif?k=mp_unknown&e[]=a&e[]=b', 400],
  ])('refuses %s', async (_, url, status) => {
    expect((await get(url)).statusCode).toBe(status);
  });

  it('refuses fields that no event has', async () => {
    const { key, projectId } = await openShop(fixture());
    for (const query of ['e=refund&value=5', 'e=purchase', 'e=%00']) {
      expect((await get(`/t/p.gif?k=${key}&${query}`)).statusCode).toBe(400);
    }
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });
});

describe('GET /t/c/{affid}', () => {
  async function linked(offerUrl: string, status = 'active'): Promise<Shop & { affid: string }> {
    const shop = await openShop(fixture());
    const affid = `aff-${shop.projectId}`;
    await addAffiliate(fixture(), shop.projectId, affid);
    await fixture().pool.query(
      `insert into offers (project_id, offer_id, name, url, status) values ($1, '101', 'Shoes', $2, $3)`,
      [shop.projectId, offerUrl, status],
    );
    return { ...shop, affid };
  }

  it('counts the click and redirects to the offer with the click’s id', async () => {
    const { affid, projectId } = await linked('https://shoes.test/buy?size=42#top');
    const answer = await get(`/t/c/${affid}?offer=101&affsub=tt-22&gclid=g-1&utm_source=news`, {
      referer: 'https://blog.test/post',
    });
    expect(answer.statusCode).toBe(302);
    const target = new URL(String(answer.headers.location));
    const clickId = target.searchParams.get('click_id');
    expect(clickId).toMatch(/^ck_[\w-]{22}$/);
    expect(target.href).toBe(
      `https://shoes.test/buy?size=42&click_id=${clickId}&affid=${affid}&offer_id=101&affsub=tt-22` +
        '&utm_source=news&gclid=g-1#top',
    );
    const rows = await eventsOf(fixture(), projectId);
    expect(rows).toMatchObject([
      {
        event_name: 'click',
        side: 'browser',
        click_id: clickId,
        affid,
        affsub: 'tt-22',
        offer_id: '101',
        channel: 'affiliate',
        referrer: 'blog.test',
        utm_source: 'news',
        platform_click_ids: { gclid: 'g-1' },
      },
    ]);
  });

  it('answers the same as JSON', async () => {
    const { affid, projectId } = await linked('https://shoes.test/');
    const answer = await get(`/t/c/${affid}?offer=101&format=json`);
    expect(answer.statusCode).toBe(200);
    const { click_id: clickId, url } = answer.json();
    expect(url).toBe(`https://shoes.test/?click_id=${clickId}&affid=${affid}&offer_id=101`);
    expect(await eventsOf(fixture(), projectId)).toMatchObject([{ click_id: clickId }]);
  });

  it('redirects to the company where there is no offer, or a paused one', async () => {
    const open = await linked('https://shoes.test/');
    const paused = await linked('https://shoes.test/', 'paused');
    for (const path of [open.affid, `${paused.affid}?offer=101`]) {
      const { headers } = await get(`/t/c/${path}`);
      expect(headers.location).toMatch(/^https:\/\/shop\.test\/\?click_id=ck_/);
    }
    expect(await eventsOf(fixture(), paused.projectId)).toMatchObject([{ offer_id: '101' }]);
  });

  it('redirects nowhere else, whatever the address contains', async () => {
    const { affid } = await linked('https://shoes.test/');
    for (const query of ['url', 'redirect', 'u', 'next', 'r', 'to', 'location']) {
      const evil = encodeURIComponent('https://evil.test/');
      const answer = await get(`/t/c/${affid}?offer=101&${query}=${evil}&click_id=${evil}`);
      expect(new URL(String(answer.headers.location)).origin).toBe('https://shoes.test');
      expect(answer.headers.location).not.toContain('evil');
    }
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.test/', 'not an address'])(
    'does not redirect to a stored %s',
    async (stored) => {
      const { affid } = await linked(stored);
      const { headers } = await get(`/t/c/${affid}?offer=101`);
      expect(headers.location).toMatch(/^https:\/\/shop\.test\//);
    },
  );

  it('knows no unknown affiliates or offers of others', async () => {
    const { affid } = await linked('https://shoes.test/');
    for (const path of ['nobody-here', `${affid}?offer=102`, `${affid}?k=mp_unknown`]) {
      const answer = await get(`/t/c/${path}`);
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not found.' }]);
    }
    expect((await get('/t/c/%2e%2e%2fadmin')).statusCode).toBe(400);
  });

  it('stays with the affiliate that was there first, and follows the key', async () => {
    const first = await linked('https://first.test/');
    const second = await openShop(fixture());
    await addAffiliate(fixture(), second.projectId, first.affid);
    await get(`/t/c/${first.affid}`);
    await get(`/t/c/${first.affid}?k=${second.key}`);
    expect(await eventsOf(fixture(), first.projectId)).toHaveLength(1);
    expect(await eventsOf(fixture(), second.projectId)).toHaveLength(1);
  });

  it('gives no id to a visitor who objects, and still counts the click', async () => {
    const { affid, projectId } = await linked('https://shoes.test/');
    const answer = await get(`/t/c/${affid}?offer=101&affsub=x&gclid=g-1&format=json`, {
      'sec-gpc': '1',
    });
    expect(answer.json()).toEqual({ click_id: null, url: 'https://shoes.test/' });
    expect(await eventsOf(fixture(), projectId)).toMatchObject([
      { event_name: 'click', click_id: '', affsub: '', client_ip: '', platform_click_ids: {} },
    ]);
  });

  it.each([
    'value={payout}&currency={currency}&event_time={ts}',
    'external_id=jane@x.test&visitor_id=v-1&event_id=e-1&order_id=o-1&click_id=%00',
  ])('reads only the origin of a visitor, and not %s', async (query) => {
    const { affid, projectId } = await linked('https://shoes.test/');
    for (const turn of ['1', '2']) {
      const answer = await get(`/t/c/${affid}?offer=101&utm_source=news-${turn}&${query}`);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toMatch(/^https:\/\/shoes\.test\/\?click_id=ck_/);
    }
    const stored = await eventsOf(fixture(), projectId);
    const plain = { order_id: '', visitor_id: '', user_id: '' };
    expect(stored).toMatchObject([plain, plain]);
    expect(stored.map(({ utm_source }) => utm_source).sort()).toEqual(['news-1', 'news-2']);
  });

  it('redirects although the click is refused, and counts the reason', async () => {
    const { affid, pixelId, projectId, token } = await linked('https://shoes.test/');
    for (const fault of ['%00', 'x'.repeat(2_049)]) {
      const path = `/t/c/${affid}?offer=101&utm_source=${fault}`;
      const answer = await get(path);
      expect([answer.statusCode, answer.headers.location]).toEqual([
        302,
        expect.stringMatching(/^https:\/\/shoes\.test\//),
      ]);
      const request = await get(`${path}&format=json`);
      expect([request.statusCode, Object.keys(request.json())]).toEqual([400, ['utm_source']]);
    }
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
    const counted = await get(`/api/v1/master-pixels/${pixelId}/rejections/`, {
      authorization: `Token ${token}`,
    });
    expect(
      counted
        .json()
        .rejections.map(({ reason, count }: Record<string, unknown>) => [reason, count]),
    ).toEqual([
      ['utm_source_invalid', 2],
      ['utm_source_too_long', 2],
    ]);
  });

  it('counts no click for a check whether the link works', async () => {
    const { affid, projectId } = await linked('https://shoes.test/');
    const answer = await fixture().app.inject({ method: 'HEAD', url: `/t/c/${affid}?offer=101` });
    expect(answer.statusCode).toBe(302);
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });
});

describe('/t/pb', () => {
  const pb = ({ serverKey }: Shop, query: string) => get(`/t/pb?key=${serverKey}&${query}`);

  it('credits a sale to the click that the link gave', async () => {
    const shop = await openShop(fixture());
    const affid = `aff-${shop.projectId}`;
    await addAffiliate(fixture(), shop.projectId, affid);
    const { click_id: clickId } = (await get(`/t/c/${affid}?format=json`)).json();
    const answer = await pb(
      shop,
      `click_id=${clickId}&txid=t-1&payout=40&status=approved&event=purchase`,
    );
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'OK',
    ]);
    expect(await eventsOf(fixture(), shop.projectId)).toContainEqual(
      expect.objectContaining({
        event_name: 'purchase',
        side: 'server',
        order_id: 't-1',
        click_id: clickId,
        client_ip: '',
        user_agent: '',
      }),
    );
    expect(await figuresOf(fixture(), shop)).toMatchObject({
      server_purchases: 1,
      server_revenue: 40,
    });
    const table = await fixture().app.inject({
      url: `/api/v1/rc-table-data/?affiliate_id=all&project_id=${shop.projectId}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC&group_by=affid`,
      headers: { authorization: `Token ${shop.token}` },
    });
    expect(table.json().data.rows ?? table.json().data).toEqual(
      expect.arrayContaining([expect.objectContaining({ server_revenue: 40 })]),
    );
  });

  it('stores a sale of an unknown click', async () => {
    const shop = await openShop(fixture());
    expect((await pb(shop, 'click_id=ck_unknown&txid=t-1&payout=40')).body).toBe('OK');
    expect(await figuresOf(fixture(), shop)).toMatchObject({
      server_purchases: 1,
      server_revenue: 40,
    });
  });

  it('counts a sale once, in the address, in a form or in JSON', async () => {
    const shop = await openShop(fixture());
    const { serverKey: key } = shop;
    const message = { key, click_id: 'ck_1', txid: 't-1', payout: '40' };
    const send = (payload: string, type: string) =>
      fixture().app.inject({
        method: 'POST',
        url: '/t/pb',
        headers: { 'content-type': type },
        payload,
      });
    const answers = [
      await pb(shop, 'click_id=ck_1&txid=t-1&payout=40'),
      await send(`${new URLSearchParams(message)}`, 'application/x-www-form-urlencoded'),
      await send(JSON.stringify(message), 'application/json'),
    ];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, 'OK'],
      [200, 'duplicate'],
      [200, 'duplicate'],
    ]);
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(1);
  });

  it('counts one sale per click from a network without transaction ids', async () => {
    const shop = await openShop(fixture());
    expect((await pb(shop, 'click_id=ck_1&payout=40&status=pending')).body).toBe('OK');
    expect((await pb(shop, 'click_id=ck_1&payout=40&status=approved')).body).toBe('OK');
    expect((await pb(shop, 'click_id=ck_1&payout=40&status=approved')).body).toBe('duplicate');
    expect(await figuresOf(fixture(), shop)).toMatchObject({
      server_purchases: 1,
      server_revenue: 40,
    });
  });

  const saleOf = async (shop: Shop) => {
    await fixture().mover.flush();
    const answer = await fixture().app.inject({
      url: `/api/v1/conversions/?affiliate_id=all&project_id=${shop.projectId}&start_date=2026-11-01&end_date=2026-11-30`,
      headers: { authorization: `Token ${shop.token}` },
    });
    return answer.json();
  };

  it.each([
    ['in the same moment', 0],
    ['days apart', 5 * 86_400_000],
  ])('restores a rejected sale when it is approved again, %s', async (_, apart) => {
    const shop = await openShop(fixture());
    const start = new Date(noon.getTime() - 15 * 86_400_000);
    const messages: string[] = [];
    for (const [index, status] of ['approved', 'rejected', 'approved', 'approved'].entries()) {
      fixture().setNow(new Date(start.getTime() + index * apart));
      messages.push((await pb(shop, `click_id=ck_1&txid=t-1&payout=40&status=${status}`)).body);
    }
    fixture().setNow(noon);
    expect(messages).toEqual(['OK', 'OK', 'OK', 'duplicate']);
    expect(await saleOf(shop)).toMatchObject([
      { order_id: 't-1', status: 'approved', value: 40, event_time: start.toISOString() },
    ]);
  });

  it.each([
    ['at once', 0],
    ['a week later', 7 * 86_400_000],
  ])('corrects the payout of an affiliate, %s', async (_, apart) => {
    const shop = await openShop(fixture());
    fixture().setNow(new Date(noon.getTime() - apart));
    expect((await pb(shop, 'click_id=ck_1&txid=t-1&value=100&payout=10')).body).toBe('OK');
    fixture().setNow(noon);
    const corrected = 'click_id=ck_1&txid=t-1&value=100&payout=20';
    expect((await pb(shop, corrected)).body).toBe('OK');
    expect((await pb(shop, corrected)).body).toBe('duplicate');
    expect(await saleOf(shop)).toMatchObject([{ value: 100, payout: 20 }]);
  });

  it.each([
    ['sale', 'approved'],
    ['paid', 'approved'],
    ['lead', 'pending'],
    ['hold', 'pending'],
    ['Trash', 'rejected'],
    ['chargeback', 'reversed'],
  ])('knows the word %s of networks for %s', async (word, status) => {
    const shop = await openShop(fixture());
    expect((await pb(shop, `click_id=ck_1&txid=t-1&payout=9&status=${word}`)).body).toBe('OK');
    expect((await pb(shop, `click_id=ck_1&txid=t-1&payout=9&status=${status}`)).body).toBe(
      'duplicate',
    );
    expect(await eventsOf(fixture(), shop.projectId)).toMatchObject([{ status }]);
  });

  it('treats another currency as another report', async () => {
    const shop = await openShop(fixture());
    const output = 'click_id=ck_1&txid=t-1&payout=10&currency=';
    expect((await pb(shop, `${output}USD`)).body).toBe('OK');
    expect((await pb(shop, `${output}EUR`)).body).toBe('OK');
    expect((await pb(shop, `${output}EUR`)).body).toBe('duplicate');
  });

  it('counts a report once that arrives many times at the same moment, and the last of many reports', async () => {
    const shop = await openShop(fixture());
    const words = ['pending', 'approved', 'rejected'];
    const all = Array.from({ length: 30 }, (_, index) => words[Math.floor(index / 10)]);
    const answers = await Promise.all(
      all.map((status) => pb(shop, `click_id=ck_1&txid=t-1&payout=40&status=${status}`)),
    );
    const bodies = answers.map(({ body }) => body);
    expect(new Set(bodies)).toEqual(new Set(['OK', 'duplicate']));
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(
      bodies.filter((body) => body === 'OK').length,
    );
    expect((await pb(shop, 'click_id=ck_1&txid=t-1&payout=40&status=reversed')).body).toBe('OK');
    const same = await Promise.all(
      words.map(() => pb(shop, 'click_id=ck_1&txid=t-1&payout=40&status=approved')),
    );
    expect(same.map(({ body }) => body).sort()).toEqual(['OK', 'duplicate', 'duplicate']);
    expect(await saleOf(shop)).toMatchObject([{ status: 'approved', value: 40 }]);
  });

  it('ignores the other fields of a refused postback', async () => {
    const shop = await openShop(fixture());
    const good = 'click_id=ck_1&txid=t-1&payout=40';
    expect((await pb(shop, good)).body).toBe('OK');
    expect((await pb(shop, 'click_id=ck_1&txid=t-1&payout={payout}')).statusCode).toBe(400);
    expect((await pb(shop, good)).body).toBe('duplicate');
  });

  it('stores the affiliate’s part beside the value', async () => {
    const shop = await openShop(fixture());
    await pb(shop, 'click_id=ck_1&txid=t-1&value=100&payout=12.5');
    expect(await eventsOf(fixture(), shop.projectId)).toMatchObject([{ value: 100, payout: 12.5 }]);
  });

  it.each([
    ['no key', '/t/pb?click_id=ck_1&payout=1', 400, 'key'],
    ['an unknown key', '/t/pb?key=nobody&click_id=ck_1&payout=1', 403, 'detail'],
  ])('refuses %s', async (_, url, status, field) => {
    const answer = await get(url);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, [field]]);
  });

  it.each([
    ['no click', 'payout=1', 'click_id'],
    ['an empty click', 'click_id=&payout=1', 'click_id'],
    ['no money', 'click_id=ck_1', 'value'],
    ['an unfilled macro', 'click_id=ck_1&payout={payout}', 'payout'],
    ['a status that does not exist', 'click_id=ck_1&payout=1&status=won', 'status'],
  ])('refuses %s', async (_, query, field) => {
    const shop = await openShop(fixture());
    const answer = await pb(shop, query);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
  });

  it('accepts no public key: only a server reports the server’s side', async () => {
    const shop = await openShop(fixture());
    const answer = await get(`/t/pb?key=${shop.key}&click_id=ck_1&payout=1`);
    expect(answer.statusCode).toBe(403);
  });
});
