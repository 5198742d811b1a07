import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { rejectionsSchema } from '#contract/collect/public.ts';
import { createPixelCounters } from '#server/collect/public/counters.ts';
import { silent } from '#tests/support/stores.ts';
import { noon, openShop, post, publicFixture, type Shop } from './fixture.ts';

const fixture = publicFixture();

const view = { event_name: 'page_view' };

async function read({ pixelId }: Shop, { token }: Shop, hours = '') {
  return fixture().app.inject({
    url: `/api/v1/master-pixels/${pixelId}/rejections/${hours}`,
    headers: { authorization: `Token ${token}` },
  });
}

const reasonsIn = async (shop: Shop, hours = '') => {
  const { rejections } = rejectionsSchema.parse((await read(shop, shop, hours)).json());
  return rejections.map(({ hour, reason, count }) => [hour.slice(11, 13), reason, count]);
};

describe('refused or marked events', () => {
  it('are counted with their reason, by hour', async () => {
    const shop = await openShop(fixture(), { domains: ['shop.test'] });
    const elsewhere = { origin: 'https://evil.test' };
    const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
    const send = (events: unknown[], headers = {}) =>
      post(fixture(), { key: shop.key, events }, headers);
    await send([view, { ...view, colour: 'red' }, { event_name: 'purchase' }, 7]);
    await send([view, view, view], elsewhere);
    await send([view, view], bot);
    const answer = await read(shop, shop);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        hours: 24,
        from: '2026-11-19T13:00:00.000Z',
        total: 8,
        rejections: [
          ['domain_not_allowed', 3],
          ['bot', 2],
          ['event_invalid', 1],
          ['unknown_field', 1],
          ['value_missing', 1],
        ].map(([reason, count]) => ({ hour: noon.toISOString(), reason, count })),
      },
    ]);

    fixture().setNow(new Date(noon.getTime() + 3_600_000));
    try {
      await send([view], elsewhere);
      await send([view], elsewhere);
      expect(await reasonsIn(shop, '?hours=1')).toEqual([['13', 'domain_not_allowed', 2]]);
      expect(await reasonsIn(shop, '?hours=2')).toHaveLength(6);
    } finally {
      fixture().setNow(noon);
    }
  });

  it('never contain a field name that a sender made up', async () => {
    const shop = await openShop(fixture());
    const created = ['zz\0q', 'x'.repeat(60_000)];
    for (const field of created) {
      const faulty = { event_name: 'x', value: 'abc', [field]: 1 };
      const answer = await post(fixture(), { key: shop.key, events: [faulty] });
      expect(answer.statusCode).toBe(400);
      expect(answer.body.length).toBeLessThan(1_000);
    }
    const forServers = { event_name: 'x', value: 'abc', payout: 1 };
    await post(fixture(), { key: shop.key, events: [forServers] });
    expect(await reasonsIn(shop)).toEqual([
      ['12', 'unknown_field', 2],
      ['12', 'payout_not_allowed', 1],
    ]);
  });

  it('are counted although the database refuses one of the counts, which is not tried again', async () => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    const { pool } = fixture();
    const query = vi.spyOn(pool, 'query');
    const counters = createPixelCounters({ pool, now: () => noon, log: silent });
    counters.count(shop.pixelId, 'a\0b');
    counters.count(shop.pixelId, 'bot', 2);
    counters.count(other.pixelId, 'bot');
    await counters.flush();
    query.mockClear();
    await counters.flush();
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect([await reasonsIn(shop), await reasonsIn(other)]).toEqual([
      [['12', 'bot', 2]],
      [['12', 'bot', 1]],
    ]);
  });

  it('are kept in memory up to a limit while nothing can be written', async () => {
    const shop = await openShop(fixture());
    let isAway = true;
    const query = (...items: Parameters<pg.Pool['query']>) =>
      isAway ? Promise.reject(new Error('away')) : fixture().pool.query(...items);
    const pool = { query } as unknown as pg.Pool;
    const counters = createPixelCounters({ pool, now: () => noon, log: silent, most: 2 });
    for (const reason of ['one', 'two', 'three', 'one']) counters.count(shop.pixelId, reason);
    await counters.flush();
    counters.count(shop.pixelId, 'two');
    counters.count(shop.pixelId, 'four');
    isAway = false;
    await counters.flush();
    expect(await reasonsIn(shop)).toEqual([
      ['12', 'one', 2],
      ['12', 'two', 2],
    ]);
  });

  it('of a paused pixel are counted too', async () => {
    const shop = await openShop(fixture(), { status: 'paused' });
    await post(fixture(), { key: shop.key, events: [view, view] });
    expect(await reasonsIn(shop)).toEqual([['12', 'pixel_paused', 2]]);
  });

  it('are for the members of the project', async () => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    const foreign = await read(shop, other);
    const missing = await read({ ...shop, pixelId: 999_999_999 }, other);
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
  });

  it.each(['0', '721', 'all', '-1'])('cannot be listed for %s hours', async (hours) => {
    const shop = await openShop(fixture());
    const answer = await read(shop, shop, `?hours=${hours}`);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['hours']]);
  });
});
