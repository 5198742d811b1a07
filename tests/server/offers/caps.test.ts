import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { recountCaps } from '#server/offers/caps/recount.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import {
  addAffiliate,
  browser,
  eventsOf,
  noon,
  openShop,
  publicFixture,
  type Shop,
} from '../collect/public/fixture.ts';
import { addCap, addOffer, addTerms } from './offers.ts';

const fixture = publicFixture();
let other: FastifyInstance;

/** A second process on the same stores. */
beforeAll(async () => {
  const { pool, stores, mover } = fixture();
  other = await appOf(
    productModules({
      pool,
      reader: stores.warehouse.reader,
      now: () => noon,
      wake: mover.wake,
      watermark: mover.watermark,
    }),
  );
});
afterAll(() => other.close());

type Linked = Shop & { affid: string; offer: number };

async function openLinked(columns: Record<string, unknown> = {}): Promise<Linked> {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  const offer = await addOffer(fixture().pool, { projectId: shop.projectId, ...columns });
  await addTerms(fixture().pool, offer);
  return { ...shop, affid, offer };
}

const follow = (app: FastifyInstance, affid: string, query = '', agent = browser) =>
  app.inject({ url: `/t/c/${affid}?offer=101${query}`, headers: { 'user-agent': agent } });

/** The routes of the clicks of a shop, and how many took each. */
async function routesOf({ projectId }: Shop): Promise<Record<string, number>> {
  const routes: Record<string, number> = {};
  for (const { event_name: name, offer_route: route = '' } of await eventsOf(
    fixture(),
    projectId,
  )) {
    if (name === 'click') routes[route] = (routes[route] ?? 0) + 1;
  }
  return routes;
}

async function recount({ projectId }: Shop, withClicks = true): Promise<void> {
  const { pool, stores, mover } = fixture();
  await mover.flush();
  const { select } = createWarehouseReads(stores.warehouse.reader, {});
  const dependencies = {
    pool,
    select,
    now: () => noon,
    watermark: async () => new Date(noon.getTime() + 1_000),
  };
  await recountCaps(dependencies, projectId, { offerIds: null, withClicks, ratesLast: 0 });
}

async function usedOf(cap: number): Promise<number | undefined> {
  const { rows } = await fixture().pool.query<{ used: number }>(
    'select used::float8 as used from offer_counts where cap_id = $1 order by period_start desc limit 1',
    [cap],
  );
  return rows[0]?.used;
}

async function convert(shop: Shop, clickId: string, order: string): Promise<void> {
  const url = `/t/pb?key=${shop.serverKey}&click_id=${clickId}&txid=${order}&value=50&event=purchase`;
  expect((await fixture().app.inject({ url })).body).toBe('OK');
}

describe('a cap on clicks', () => {
  it('is filled to the last click by two processes, and by none more', async () => {
    const shop = await openLinked();
    const cap = await addCap(fixture().pool, shop.offer, { metric: 'clicks', most: 25 });
    const clicks = Array.from({ length: 60 }, (_, turn) =>
      follow(turn % 2 === 0 ? fixture().app : other, shop.affid),
    );
    await Promise.all(clicks);
    expect(await routesOf(shop)).toEqual({ offer: 25, website: 35 });
    expect(await usedOf(cap)).toBe(25);
    const refused = (await eventsOf(fixture(), shop.projectId)).filter(
      ({ offer_route: route }) => route === 'website',
    );
    expect(new Set(refused.map(({ offer_reason, cap_id }) => `${offer_reason} ${cap_id}`))).toEqual(
      new Set([`cap ${cap}`]),
    );
  });

  it('of an affiliate stops that affiliate alone', async () => {
    const shop = await openLinked();
    const second = `${shop.affid}-b`;
    await addAffiliate(fixture(), shop.projectId, second);
    const { rows } = await fixture().pool.query('select id from affiliates where aff_id = $1', [
      shop.affid,
    ]);
    const caps = { metric: 'clicks', most: 2 };
    await addCap(fixture().pool, shop.offer, { ...caps, affiliate_id: rows[0]?.id });
    await addCap(fixture().pool, shop.offer, { ...caps, most: 5 });
    for (let turn = 0; turn < 4; turn += 1) await follow(fixture().app, shop.affid);
    for (let turn = 0; turn < 4; turn += 1) await follow(fixture().app, second);
    const clicks = await eventsOf(fixture(), shop.projectId);
    const took = (affid: string) =>
      clicks.filter((one) => one.affid === affid && one.offer_route === 'offer').length;
    expect([took(shop.affid), took(second)]).toEqual([2, 3]);
  });

  it('is not filled by tests, machines and tries', async () => {
    const shop = await openLinked();
    const cap = await addCap(fixture().pool, shop.offer, { metric: 'clicks', most: 1 });
    await follow(fixture().app, shop.affid, '&test=1');
    await follow(fixture().app, shop.affid, '', 'Googlebot/2.1');
    await fixture().app.inject({ method: 'HEAD', url: `/t/c/${shop.affid}?offer=101` });
    expect(await usedOf(cap)).toBeUndefined();
    await follow(fixture().app, shop.affid);
    expect(await routesOf(shop)).toEqual({ offer: 3 });
  });

  it('is counted again from what is stored', async () => {
    const shop = await openLinked();
    const cap = await addCap(fixture().pool, shop.offer, { metric: 'clicks', most: 25 });
    for (let turn = 0; turn < 3; turn += 1) await follow(fixture().app, shop.affid);
    await fixture().pool.query('update offer_counts set used = 11 where cap_id = $1', [cap]);
    await recount(shop);
    expect(await usedOf(cap)).toBe(3);
  });
});

describe('a cap on conversions', () => {
  it('counts conversions, revenue and payout of its period', async () => {
    const shop = await openLinked();
    const caps = await Promise.all(
      ['conversions', 'revenue', 'payout', 'clicks'].map((metric) =>
        addCap(fixture().pool, shop.offer, { metric, most: 1_000 }),
      ),
    );
    for (const order of ['o-1', 'o-2', 'o-3']) {
      const answer = await follow(fixture().app, shop.affid, '&format=json');
      await convert(shop, answer.json().click_id, order);
    }
    await recount(shop);
    const used = await Promise.all(caps.map(usedOf));
    expect(used).toEqual([3, 150, 36, 3]);
    // The model answers the same payout of the day.
    const report = await fixture().app.inject({
      url: `/api/v1/rc-payment-data/?affiliate_id=all&project_id=${shop.projectId}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`,
      headers: { authorization: `Token ${shop.token}` },
    });
    expect(report.json().data).toMatchObject([{ affid: shop.affid, payout: used[2] }]);
  });

  it('stops while clicks that were sent are expected to fill it', async () => {
    const shop = await openLinked({ fallback_url: 'https://else.test/' });
    const cap = await addCap(fixture().pool, shop.offer, { most: 10 });
    await fixture().pool.query(
      `insert into offer_counts (cap_id, period_start, used, in_flight, per_click, counted_to)
       values ($1, '2026-11-20T00:00:00Z', 4, 1, 0.5, $2)`,
      [cap, noon],
    );
    for (let turn = 0; turn < 14; turn += 1) await follow(fixture().app, shop.affid);
    const { offer = 0, fallback_url: elsewhere } = await routesOf(shop);
    // Half a conversion is expected from each click: 4 used, 1 in flight and 10 clicks fill it.
    expect(offer).toBe(10);
    expect(elsewhere).toBe(14 - offer);
  });

  it('is kept by two processes: what was promised is paid, and the rest names the cap', async () => {
    const shop = await openLinked({ fallback_url: 'https://else.test/' });
    const cap = await addCap(fixture().pool, shop.offer, { most: 6 });
    await fixture().pool.query(
      `insert into offer_counts (cap_id, period_start, used, in_flight, per_click, counted_to)
       values ($1, '2026-11-20T00:00:00Z', 0, 0, 0.5, $2)`,
      [cap, noon],
    );
    const promised: string[] = [];
    const others: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const app = turn % 2 === 0 ? fixture().app : other;
      const { click_id, url } = (await follow(app, shop.affid, '&format=json')).json();
      (url.startsWith('https://offer-101.test/') ? promised : others).push(click_id);
    }
    // Half a conversion is expected from each: no click goes elsewhere before twelve were sent.
    expect(promised.length).toBeGreaterThanOrEqual(12);
    expect(others.length).toBeGreaterThan(0);
    // All that was promised converts, which is twice what was expected.
    for (const id of [...promised, ...others.slice(0, 3)]) await convert(shop, id, `o-${id}`);
    await recount(shop);
    const answer = await fixture().stores.warehouse.reader.query({
      query: `SELECT toFloat64(payout) AS paid, unpaid_reason AS reason, cap_id AS cap, count() AS times
        FROM conversions FINAL WHERE project_id = {id:UInt32} AND side = 'server'
        GROUP BY paid, reason, cap ORDER BY paid`,
      query_params: { id: shop.projectId },
      format: 'JSONEachRow',
    });
    const paid = (await answer.json<Record<string, unknown>>()).map((row) => Object.values(row));
    expect(paid.map((row) => row.map(String))).toEqual([
      ['0', 'over_cap', `${cap}`, `${Math.min(3, others.length)}`],
      ['12', '', '0', `${promised.length}`],
    ]);
    expect(await usedOf(cap)).toBe(promised.length);
  });
});
