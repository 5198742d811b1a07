import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addAffiliate,
  browser,
  noon,
  openShop,
  post,
  publicFixture,
  type Shop,
} from './fixture.ts';

const fixture = publicFixture();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(noon.getTime() - ms);

beforeEach(() => fixture().setNow(noon));

const pb = async ({ serverKey }: Shop, query: string, at = noon): Promise<string> => {
  fixture().setNow(at);
  const answer = await fixture().app.inject({ url: `/t/pb?key=${serverKey}&${query}` });
  fixture().setNow(noon);
  return answer.body;
};

async function collect({ serverKey }: Shop, events: readonly object[]) {
  const answer = await fixture().app.inject({
    method: 'POST',
    url: '/api/v1/collect/server/?backfill=1',
    headers: { authorization: `Token ${serverKey}` },
    payload: { events },
  });
  expect([answer.statusCode, answer.json().rejected]).toEqual([202, []]);
}

async function clickOf(affid: string, at = noon): Promise<string> {
  fixture().setNow(at);
  const answer = await fixture().app.inject({
    url: `/t/c/${affid}?format=json`,
    headers: { 'user-agent': browser },
  });
  fixture().setNow(noon);
  return answer.json().click_id;
}

const request = async ({ projectId, token }: Shop, path: string) => {
  await fixture().mover.flush();
  const answer = await fixture().app.inject({
    url: `/api/v1/${path}/?affiliate_id=all&project_id=${projectId}&start_date=2026-01-01&end_date=2026-11-20&timezone=UTC`,
    headers: { authorization: `Token ${token}` },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json();
};
const figures = async (shop: Shop) => (await request(shop, 'rc-data')).data;

describe('an order', () => {
  it('is one when its thank-you page is opened again after days', async () => {
    const shop = await openShop(fixture());
    const opened = (at: Date) =>
      post(fixture(), {
        key: shop.key,
        events: [
          {
            event_name: 'purchase',
            event_time: at.getTime(),
            event_id: 'ty-1',
            order_id: 'ty-1',
            value: 50,
          },
        ],
      });
    expect((await opened(ago(5 * DAY))).statusCode).toBe(204);
    await fixture().mover.flush();
    expect((await opened(noon)).statusCode).toBe(204);
    expect(await figures(shop)).toMatchObject({ browser_purchases: 1, browser_revenue: 50 });
  });

  /** A pending report without money, an approval with it and a correction, each some days after the one before. */
  const words = [
    { status: 'pending', amount: 0, days: 90 },
    { status: 'approved', amount: 40, days: 60 },
    { status: 'approved', amount: 42, days: 1 },
  ] as const;
  const orders = [
    [0, 1],
    [1, 0],
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ];
  const last = (order: readonly number[]) => words[Math.max(...order)]?.amount;

  it.each(orders.map((order) => [order]))(
    'earns the amount of the last word, sent in the order %j by a server or a file',
    async (order) => {
      const shop = await openShop(fixture());
      for (const index of order) {
        const { status, amount, days } = words[index] ?? words[0];
        const event_time = ago(days * DAY).toISOString();
        const sale = { event_name: 'purchase', order_id: 'T1', status, event_time };
        await collect(shop, [{ ...sale, value: amount, payout: amount }]);
        await fixture().mover.flush();
      }
      const first = Math.min(...order);
      expect(await figures(shop)).toMatchObject({ server_purchases: 1, revenue: last(order) });
      expect(await request(shop, 'conversions')).toMatchObject([
        { payout: last(order), event_time: ago((words[first]?.days ?? 0) * DAY).toISOString() },
      ]);
    },
  );

  it.each([0, HOUR, 30 * DAY])(
    'earns the amount of the last postback, %d ms after the first',
    async (apart) => {
      const shop = await openShop(fixture());
      expect(await pb(shop, 'click_id=ck_1&txid=T1&status=pending&payout=0', ago(apart))).toBe(
        'OK',
      );
      expect(await pb(shop, 'click_id=ck_1&txid=T1&status=approved&payout=40')).toBe('OK');
      expect(await figures(shop)).toMatchObject({ server_purchases: 1, revenue: 40 });
      expect(await pb(shop, 'click_id=ck_1&txid=T2&payout=10', ago(apart))).toBe('OK');
      expect(await pb(shop, 'click_id=ck_1&txid=T2&payout=12')).toBe('OK');
      expect(await pb(shop, 'click_id=ck_1&txid=T2&payout=12')).toBe('duplicate');
      expect(await figures(shop)).toMatchObject({ server_purchases: 2, revenue: 52 });
    },
  );

  it.each([
    [[100, 120], 120],
    [[120, 100], 100],
    [[100, 120, 100], 100],
    [[5, 4, 3, 2, 1], 1],
  ])('of %j in one request without times is worth %d', async (amounts, value) => {
    const shop = await openShop(fixture());
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await collect(
      shop,
      names.flatMap((order_id) =>
        amounts.map((amount) => ({ event_name: 'purchase', order_id, value: amount })),
      ),
    );
    expect(await figures(shop)).toMatchObject({
      server_purchases: names.length,
      revenue: names.length * value,
    });
  });

  it.each([
    ['an event id and times', { event_id: 'e' }, true, 100],
    ['an event id and no times, where the third is a repeat', { event_id: 'e' }, false, 120],
    ['an order id and times', { order_id: 'o' }, true, 100],
    ['an order id and no times', { order_id: 'o' }, false, 100],
    ['both ids and no times', { event_id: 'e', order_id: 'o' }, false, 120],
  ])('of 100, 120 and 100 with %s', async (_, ids, isTimed, value) => {
    const shop = await openShop(fixture());
    for (const [index, amount] of [100, 120, 100].entries()) {
      fixture().setNow(ago((3 - index) * HOUR));
      const time = isTimed ? { event_time: ago((3 - index) * HOUR).toISOString() } : {};
      await collect(shop, [{ event_name: 'purchase', ...ids, ...time, value: amount }]);
      await fixture().mover.flush();
    }
    fixture().setNow(noon);
    expect(await figures(shop)).toMatchObject({ server_purchases: 1, revenue: value });
  });

  it.each([
    ['order_id=S1&payout=8'],
    ['txid=S1&payout=8'],
    ['txid=S1&network=north&payout=8'],
    ['txid=S1&value=90&payout=8'],
  ])('keeps the shop’s amount where a network tells %s', async (query) => {
    for (const isFirst of [true, false]) {
      const shop = await openShop(fixture());
      const sale = { event_name: 'purchase', order_id: 'S1', click_id: 'ck_a', value: 100 };
      const postback = (at: Date) => pb(shop, `click_id=ck_a&${query}`, at);
      if (isFirst && !query.includes('value')) expect(await postback(ago(2 * DAY))).toBe('OK');
      await collect(shop, [{ ...sale, event_time: ago(DAY).toISOString() }]);
      await fixture().mover.flush();
      await postback(ago(HOUR));
      expect(await figures(shop)).toMatchObject({ server_purchases: 1, revenue: 100, payout: 8 });
    }
  });

  it.each([[''], ['&network=north']])(
    'of a shop that knows no click is that of its one network (%s)',
    async (network) => {
      const shop = await openShop(fixture());
      const sale = { event_name: 'purchase', order_id: 'S1', value: 100 };
      await collect(shop, [{ ...sale, event_time: ago(DAY).toISOString() }]);
      await fixture().mover.flush();
      await pb(shop, `click_id=ck_a&txid=S1&value=100&payout=8${network}`);
      expect(await figures(shop)).toMatchObject({ server_purchases: 1, revenue: 100, payout: 8 });
      await pb(shop, 'click_id=ck_b&txid=S1&value=50&payout=4&network=south');
      expect(await figures(shop)).toMatchObject({ server_purchases: 3 });
    },
  );

  it('is named by the shop’s own order id where a network passes it back', async () => {
    const shop = await openShop(fixture());
    await pb(shop, 'click_id=ck_1&txid=n-1&order_id=5521&value=80&payout=8');
    await collect(shop, [{ event_name: 'purchase', order_id: '5521', value: 81 }]);
    await pb(shop, 'click_id=ck_2&txid=n-2&order_id={order}&value=80&payout=8');
    expect(await figures(shop)).toMatchObject({ server_purchases: 1, payout: 8 });
  });
});

describe('equal transaction ids', () => {
  it('of two affiliates are two orders, and the log says which postback only updates one', async () => {
    const shop = await openShop(fixture());
    const affids = ['a', 'b'].map((name) => `${name}-${shop.projectId}`);
    for (const affid of affids) await addAffiliate(fixture(), shop.projectId, affid);
    const [a = '', b = ''] = affids;
    const clicks = [await clickOf(a), await clickOf(b), await clickOf(a)];
    await pb(shop, `click_id=${clicks[0]}&txid=1001&payout=10`, ago(40 * DAY));
    await pb(shop, `click_id=${clicks[1]}&txid=1001&payout=25`);
    await fixture().mover.flush();
    await pb(shop, `click_id=${clicks[2]}&txid=1001&payout=11`);
    const found = await figures(shop);
    expect([found.server_purchases, found.revenue]).toEqual([3, 46]);
    await pb(shop, `click_id=${clicks[1]}&txid=1001&payout=26`);
    expect(await figures(shop)).toMatchObject({ server_purchases: 3, revenue: 47 });
    const log = await fixture().app.inject({
      url: `/api/v1/postback-log/?project_id=${shop.projectId}&timezone=UTC`,
      headers: { authorization: `Token ${shop.token}` },
    });
    const rows: { value: string; message: string | null; conversion_id: string }[] = log.json();
    const updated = rows.find(({ value }) => value === '25')?.conversion_id;
    expect(rows.map(({ value, message }) => [value, message])).toEqual([
      ['26', `Folded into the conversion ${updated}, which an earlier report opened.`],
      ['11', null],
      ['25', null],
    ]);
  });

  it('make one order for each affiliate and id, with the last amount of each', async () => {
    const shop = await openShop(fixture());
    const affids = ['x', 'y'].map((name) => `${name}-${shop.projectId}`);
    for (const affid of affids) await addAffiliate(fixture(), shop.projectId, affid);
    const clicks = await Promise.all(affids.map((affid) => clickOf(affid, ago(80 * DAY))));
    const reports = fc.sample(
      fc.record({
        by: fc.constantFrom(0, 1),
        txid: fc.constantFrom('1', '2', '3'),
        payout: fc.integer({ min: 1, max: 99 }),
      }),
      { numRuns: 24, seed: 5 },
    );
    const last = new Map<string, number>();
    for (const [index, { by, txid, payout }] of reports.entries()) {
      const at = ago((70 - index * 2) * DAY);
      await pb(shop, `click_id=${clicks[by]}&txid=${txid}&payout=${payout}`, at);
      last.set(`${by} ${txid}`, payout);
      if (index % 5 === 0) await fixture().mover.flush();
    }
    const sum = [...last.values()].reduce((all, one) => all + one, 0);
    expect(await figures(shop)).toMatchObject({ server_purchases: last.size, revenue: sum });
  });

  it('of two named networks are two orders, by postback and by a server', async () => {
    const shop = await openShop(fixture());
    for (const [network, payout] of [
      ['North', 10],
      ['south', 25],
      ['north', 12],
    ] as const) {
      await pb(shop, `click_id=ck_1_${network}&txid=1001&network=${network}&payout=${payout}`);
    }
    expect(await figures(shop)).toMatchObject({ server_purchases: 2, revenue: 37 });
    const sale = { event_name: 'purchase', order_id: '7' };
    await collect(shop, [
      { ...sale, order_network: 'north', value: 1 },
      { ...sale, order_network: 'south', value: 2 },
      { ...sale, value: 4 },
    ]);
    expect(await figures(shop)).toMatchObject({ server_purchases: 5, revenue: 44 });
  });
});

describe('a refund', () => {
  const sold = async () => {
    const shop = await openShop(fixture());
    const event_time = ago(9 * DAY).toISOString();
    await collect(shop, [
      { event_name: 'purchase', order_id: 'o', value: 100, payout: 10, event_time },
    ]);
    return shop;
  };
  const back = (value: number | string, more: object = {}) => ({
    event_name: 'refund',
    order_id: 'o',
    value,
    ...more,
  });
  const at = (days: number) => ({ event_time: ago(days * DAY).toISOString() });

  it('of an equal part counts once more where its time differs', async () => {
    const shop = await sold();
    await collect(shop, [back(20, at(3))]);
    await collect(shop, [back(20, at(3))]);
    await collect(shop, [back(20, at(2))]);
    expect(await figures(shop)).toMatchObject({ net_revenue: 60 });
    await collect(shop, [back(20), back(20)]);
    expect(await figures(shop)).toMatchObject({ net_revenue: 60 });
  });

  it.each([
    ['-30', '30'],
    ['30', '-30'],
    [-30, '30.00'],
    ['-30.0', -30],
  ])('of %s and then %s is the same', async (first, second) => {
    const shop = await sold();
    await collect(shop, [back(first, { ...at(2), payout: '-3' })]);
    await collect(shop, [back(second, { ...at(2), payout: 3 })]);
    expect(await figures(shop)).toMatchObject({ net_revenue: 70, payout: 7 });
  });

  it('with a sign is the same by postback', async () => {
    const shop = await openShop(fixture());
    await pb(shop, 'click_id=ck_1&txid=t&value=100&payout=10', ago(DAY));
    expect(await pb(shop, 'click_id=ck_1&txid=t&event=refund&value=-10&payout=-1')).toBe('OK');
    expect(await pb(shop, 'click_id=ck_1&txid=t&event=refund&value=10&payout=1')).toBe('duplicate');
    expect(await figures(shop)).toMatchObject({ net_revenue: 90, payout: 9 });
  });

  it('told by the shop and the network is one', async () => {
    const shop = await openShop(fixture());
    const event_time = ago(DAY).toISOString();
    const sale = { event_name: 'purchase', order_id: 'S1', click_id: 'ck_a', value: 100 };
    await collect(shop, [{ ...sale, event_time: ago(5 * DAY).toISOString() }]);
    await pb(shop, 'click_id=ck_a&txid=S1&value=100&payout=8', ago(4 * DAY));
    await collect(shop, [{ event_name: 'refund', order_id: 'S1', value: 100, event_time }]);
    await fixture().mover.flush();
    expect(await pb(shop, 'event=refund&txid=S1&click_id=ck_a&value=100')).toBe('OK');
    expect(await figures(shop)).toMatchObject({ revenue: 100, net_revenue: 0 });
  });

  it.each([
    ['txid=S1&payout=8', 0, 0],
    ['txid=S1&payout=8&network=north', 5 * DAY, 0],
    ['order_id=S1&payout=8', DAY, 0],
    ['txid=S1&payout=8', 0, 70],
  ])('of which the network only tells the payout (%s) is one', async (query, late, left) => {
    const shop = await openShop(fixture());
    const sale = { event_name: 'purchase', order_id: 'S1', click_id: 'ck_a', value: 100 };
    await collect(shop, [{ ...sale, event_time: ago(9 * DAY).toISOString() }]);
    await pb(shop, `click_id=ck_a&${query}`, ago(8 * DAY));
    const event_time = ago(6 * DAY).toISOString();
    await collect(shop, [{ event_name: 'refund', order_id: 'S1', value: 100 - left, event_time }]);
    await fixture().mover.flush();
    expect(await pb(shop, `event=refund&click_id=ck_a&${query}`, ago(6 * DAY - late))).toBe('OK');
    expect(await figures(shop)).toMatchObject({ revenue: 100, net_revenue: left, payout: 0 });
  });

  it('that a network only updates is the same', async () => {
    const shop = await openShop(fixture());
    await pb(shop, 'click_id=ck_1&txid=t&value=100&payout=10', ago(DAY));
    const part = 'click_id=ck_1&txid=t&event=refund&value=10';
    for (const [index, payout] of [1, 2, 3].entries()) {
      expect(await pb(shop, `${part}&payout=${payout}`, ago((3 - index) * HOUR))).toBe('OK');
    }
    expect(await figures(shop)).toMatchObject({ net_revenue: 90, payout: 7 });
  });

  it('alone may have a negative payout', async () => {
    const shop = await openShop(fixture());
    const answer = await pb(shop, 'click_id=ck_1&txid=t&value=100&payout=-10');
    expect(JSON.parse(answer)).toEqual({ payout: ['payout must not be negative.'] });
  });
});
