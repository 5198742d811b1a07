import { describe, expect, it } from 'vitest';
import { rejectionsSchema } from '#contract/collect-public.ts';
import { noon, openShop, post, publicStage, type Shop } from './stage.ts';

const stage = publicStage();

const view = { event_name: 'page_view' };

async function read({ pixelId }: Shop, { token }: Shop, hours = '') {
  return stage().app.inject({
    url: `/api/v1/master-pixels/${pixelId}/rejections/${hours}`,
    headers: { authorization: `Token ${token}` },
  });
}

const reasonsIn = async (shop: Shop, hours = '') => {
  const { rejections } = rejectionsSchema.parse((await read(shop, shop, hours)).json());
  return rejections.map(({ hour, reason, count }) => [hour.slice(11, 13), reason, count]);
};

describe('what was refused or marked', () => {
  it('is counted with its reason, by hour', async () => {
    const shop = await openShop(stage(), { domains: ['shop.test'] });
    const elsewhere = { origin: 'https://evil.test' };
    const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
    const send = (events: unknown[], headers = {}) =>
      post(stage(), { key: shop.key, events }, headers);
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

    stage().setNow(new Date(noon.getTime() + 3_600_000));
    try {
      await send([view], elsewhere);
      await send([view], elsewhere);
      expect(await reasonsIn(shop, '?hours=1')).toEqual([['13', 'domain_not_allowed', 2]]);
      expect(await reasonsIn(shop, '?hours=2')).toHaveLength(6);
    } finally {
      stage().setNow(noon);
    }
  });

  it('of a paused pixel shows too', async () => {
    const shop = await openShop(stage(), { status: 'paused' });
    await post(stage(), { key: shop.key, events: [view, view] });
    expect(await reasonsIn(shop)).toEqual([['12', 'pixel_paused', 2]]);
  });

  it('is for the people of the project', async () => {
    const [shop, other] = [await openShop(stage()), await openShop(stage())];
    const foreign = await read(shop, other);
    const missing = await read({ ...shop, pixelId: 999_999_999 }, other);
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
  });

  it.each(['0', '721', 'all', '-1'])('is not asked for %s hours', async (hours) => {
    const shop = await openShop(stage());
    const answer = await read(shop, shop, `?hours=${hours}`);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['hours']]);
  });
});
