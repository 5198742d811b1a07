import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversionSchema } from '#contract/conversions/schemas.ts';
import { searchAnswerSchema } from '#contract/conversions/search.ts';
import type { ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const at = (ms: number) => new Date(noon + ms).toISOString();
const shop = (name: string): ProjectSeed => ({
  name,
  timezone: 'UTC',
  currency: 'USD',
  terms: Object.fromEntries(
    ['1001', '1002', '1003'].map((affid) => [affid, [{ from: 0, type: 'revshare', value: '0.1' }]]),
  ),
  payouts: [],
  rates: [],
  requests: [],
});
const sale = (order_id: string, ms: number, more: object = {}) => ({
  event_name: 'purchase',
  event_time: at(ms),
  order_id,
  value: '100',
  source: 'server' as const,
  ...more,
});

let playground: SeededProduct;
let sold: SeededProject;

beforeAll(async () => {
  playground = await startSeededProduct(
    ['Sold', 'Other'].map(shop),
    () => new Date(noon + 3_600_000),
  );
  const [first, other] = playground.projects;
  if (!first || !other) throw new Error('Two shops are open.');
  sold = first;
  await playground.report(sold, [
    sale('#INV-409182', 0),
    sale('inv-4091', 1_000),
    sale('#INV-409183', -40 * DAY, { status: 'rejected' }),
    sale('Zz-77', -50 * DAY, { affid: '1003' }),
    sale('zz-78', -60 * DAY, { affid: '1001' }),
    {
      event_name: 'click',
      event_time: at(-DAY),
      affid: '1001',
      campaign_id: 'c-1',
      campaign_name: 'Black Friday',
      adset_id: 's-1',
      adset_name: 'Late friday',
      source: 'browser' as const,
    },
    // The second report brings the order id.
    ...[{}, { order_id: 'LATE-5' }].map((known, index) => ({
      event_name: 'purchase',
      event_time: at(-30 * DAY + index),
      event_id: 'e-1',
      value: '20',
      ...known,
      source: 'server' as const,
    })),
  ]);
  await playground.report(other, [sale('#INV-409189', 0)]);
  await playground.flush();
}, 60_000);
afterAll(() => playground?.stop());

const owner = () => playground.tokens.owner;

async function inLog(search: string) {
  const path = `/api/v1/conversions/?affiliate_id=all&project_id=${sold.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`;
  const { body } = await playground.get(`${path}&search=${encodeURIComponent(search)}`, owner());
  return z
    .array(conversionSchema)
    .parse(body)
    .map(({ order_id }) => order_id);
}

const request = (search: string, token = owner(), more = '') =>
  playground.get(
    `/api/v1/search/?affiliate_id=all&project_id=${sold.id}&search=${encodeURIComponent(search)}${more}`,
    token,
  );
async function found(search: string, token = owner(), more = '') {
  const { status, body } = await request(search, token, more);
  expect([status, body]).toEqual([200, expect.anything()]);
  return searchAnswerSchema.parse(body);
}
const ordersOf = async (search: string, token = owner()) =>
  (await found(search, token)).conversions.map(({ order_id }) => order_id);

describe('the log finds an order of its days', () => {
  it.each(['#INV-409182', 'INV-409182', 'inv-409182', '#inv-4091', '409182'])(
    'by %s',
    async (text) => {
      expect(await inLog(text)).toContain('#INV-409182');
    },
  );

  it('and none of other days or of other digits', async () => {
    expect(await inLog('409183')).toEqual([]);
    expect(await inLog('09182')).toEqual([]);
  });
});

describe('the search', () => {
  it.each(['#INV-409183', 'inv-409183', '409183'])(
    'finds an order of any day by %s',
    async (text) => {
      expect((await found(text)).conversions).toMatchObject([
        {
          order_id: '#INV-409183',
          project_id: sold.id,
          event_time: at(-40 * DAY),
          status: 'rejected',
          excluded_reason: 'rejected',
          value: 100,
          currency: 'USD',
        },
      ]);
    },
  );

  it('shows exactly this id first, then the latest', async () => {
    expect(await ordersOf('4091')).toEqual(['inv-4091', '#INV-409182', '#INV-409183']);
    expect((await found('4091', owner(), '&limit=1')).conversions).toHaveLength(1);
  });

  it('finds an order id that only a later report brought', async () => {
    const [only] = (await found('late-5')).conversions;
    expect(only?.event_time).toBe(at(-30 * DAY));
  });

  it('finds campaigns and ad sets by a part of their name', async () => {
    expect((await found('FRIDAY')).campaigns).toEqual([
      { kind: 'campaign', id: 'c-1', name: 'Black Friday' },
      { kind: 'adset', id: 's-1', name: 'Late friday' },
    ]);
    expect((await found('c-1')).campaigns).toHaveLength(1);
    expect(await found('nobody')).toEqual({ conversions: [], campaigns: [] });
  });

  it('shows members what belongs to their affiliates', async () => {
    expect(await ordersOf('zz')).toEqual(['Zz-77', 'zz-78']);
    expect(await ordersOf('zz', playground.tokens.partner)).toEqual(['zz-78']);
  });

  it('asks for two characters and a known project', async () => {
    expect(await request('z')).toMatchObject({
      status: 400,
      body: { search: ['Enter at least two characters.'] },
    });
    expect(await request('zz', owner(), '&project_id=999999')).toMatchObject({ status: 400 });
  });

  it('reads a part of the keys, which lie in their order', async () => {
    const answer = await playground.warehouse.writer.query({
      query: `EXPLAIN indexes = 1 SELECT conversion_id FROM conversion_keys
        WHERE project_id IN (${sold.id}) AND startsWith(id_key, '409183')`,
      format: 'JSONCompactEachRow',
    });
    const plan = (await answer.json<[string]>()).map(([line]) => line.trim());
    expect(plan).toEqual(expect.arrayContaining(['Keys:', 'project_id', 'id_key']));
  });
});
