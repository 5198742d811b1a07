import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyRing } from '#server/collect/key-ring.ts';
import { createPixelCounters, type PixelCounters } from '#server/collect/public/counters.ts';
import { createPixelCache } from '#server/collect/public/pixel-cache.ts';
import { publicCollectRoutes } from '#server/collect/public/routes.ts';
import { unknownAddressInfo } from '#server/geo/address-info.ts';
import { createInbox } from '#server/pipeline/inbox.ts';
import { createPostbackRecorder } from '#server/postbacks/postback-recorder.ts';
import { appOf } from '#tests/support/app.ts';
import { silent } from '#tests/support/stores.ts';
import { eventsOf, noon, openShop, post, publicFixture, type Shop } from './fixture.ts';

const fixture = publicFixture();

let app: FastifyInstance;
let counters: PixelCounters;
let at = noon;

beforeEach(async () => {
  at = noon;
  const { pool } = fixture();
  const now = () => at;
  counters = createPixelCounters({ pool, now, log: silent });
  app = await appOf([
    (instance) =>
      publicCollectRoutes(instance, {
        pool,
        now,
        counters,
        addressInfo: unknownAddressInfo,
        mostValues: 3,
        pixelCache: createPixelCache(pool),
        recorder: createPostbackRecorder({ pool, now, log: silent }),
        inbox: createInbox({ pool, now, wake: () => undefined, log: silent }),
        keys: createKeyRing({ pool, now }),
        rates: { network: 1_000, pixel: 10_000 },
      }),
  ]);
});
afterEach(() => app.close());

const times = (count: number, more: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => ({
    event_name: 'page_view',
    event_time: noon.getTime() - 60_000 + index,
    ...more(index),
  }));
const send = ({ key }: Shop, events: object[]) => post({ ...fixture(), app }, { key, events });

describe('more different values than a project may have in a column', () => {
  it('are stored as one other value, and known values continue as they are', async () => {
    const shop = await openShop(fixture());
    const source = (index: number) => ({ utm_source: `s-${index % 5}`, affid: `a-${index}` });
    expect((await send(shop, times(10, source))).statusCode).toBe(204);
    const rows = await eventsOf(fixture(), shop.projectId);
    const one = ['s-0', 's-1', 's-2', '(other)', '(other)'];
    expect(rows.map(({ utm_source }) => utm_source)).toEqual([...one, ...one]);
    expect(new Set(rows.map(({ affid }) => affid)).size).toBe(10);
  });

  it('are counted with the column, and do not affect other projects or the next day', async () => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    const page = (index: number) => ({ affsub: `x-${index}`, referrer: `https://r${index}.test/` });
    await send(shop, times(5, page));
    await send(other, times(3, page));
    expect((await eventsOf(fixture(), other.projectId)).map(({ affsub }) => affsub)).toEqual([
      'x-0',
      'x-1',
      'x-2',
    ]);
    at = new Date(noon.getTime() + 86_400_000);
    await send(
      shop,
      times(1, () => ({ affsub: 'x-4' })),
    );
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows.filter(({ affsub }) => affsub === 'x-4')).toHaveLength(1);

    await counters.flush();
    const { rows: counted } = await fixture().pool.query(
      'select reason, count::int from pixel_rejections where pixel_id = $1 order by reason',
      [shop.pixelId],
    );
    expect(counted).toEqual([
      { reason: 'too_many_affsub', count: 2 },
      { reason: 'too_many_referrer', count: 2 },
    ]);
  });

  it('never replace the events that a project counts', async () => {
    const shop = await openShop(fixture());
    const order = { event_name: 'purchase', event_id: 'o-1', value: 5 };
    const names = times(5, (index) => ({ event_name: `made-up-${index}` }));
    await send(shop, [...names, ...times(1, () => order), ...times(1, () => ({}))]);
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows.map(({ event_name }) => event_name).sort()).toEqual([
      '(other)',
      '(other)',
      'made-up-0',
      'made-up-1',
      'made-up-2',
      'page_view',
      'purchase',
    ]);
  });

  it('limit names of parameters too', async () => {
    const shop = await openShop(fixture());
    const params = (index: number) => ({ params: { [`p${index}`]: index, p0: 'known' } });
    await send(shop, times(5, params));
    const rows = await eventsOf(fixture(), shop.projectId);
    const stored = rows.map((row) => JSON.parse(row.params));
    expect(stored[1]).toEqual({ p0: 'known', p1: 1 });
    expect(stored[4]).toEqual({ p0: 'known', '(other)': 4 });
  });
});
