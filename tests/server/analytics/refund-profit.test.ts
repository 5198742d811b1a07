import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RcData, rcDataSchema, tableSchema } from '#contract/analytics/report.ts';
import type { ProjectSeed } from './random-projects.ts';
import { type SeededProduct, type SeededProject, startSeededProduct } from './seeded-product.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const at = (minutes: number) => new Date(noon + minutes * MINUTE).toISOString();

/** Revenue share 10 %, one day each. */
const shop: ProjectSeed = {
  name: 'Refunds',
  timezone: 'UTC',
  currency: 'USD',
  terms: { '1001': [{ from: 0, type: 'revshare', value: '0.1' }] },
  payouts: [],
  rates: [],
  requests: [],
};

let product: SeededProduct;
let project: SeededProject;
beforeAll(async () => {
  product = await startSeededProduct([shop], () => new Date(noon + 1_000 * MINUTE));
  const [first] = product.projects;
  if (!first) throw new Error('The shop is open.');
  project = first;
}, 60_000);
afterAll(() => product?.stop());

const choices = ['0', '1'].flatMap((browser) =>
  ['0', '1'].map((unique) => `&browser_conversions=${browser}&unique_conversions=${unique}`),
);

async function request(path: string, campaign: string, query: string) {
  const { status, body } = await product.get(
    `/api/v1/${path}/?affiliate_id=all&project_id=${project.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC&campaign_id=${campaign}${query}`,
    product.tokens.owner,
  );
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

const totalsOf = async (campaign: string, query: string): Promise<RcData> =>
  z.object({ data: rcDataSchema }).parse(await request('rc-data', campaign, query)).data;
const tableOf = async (campaign: string, query: string) =>
  z
    .object({ data: tableSchema })
    .parse(await request('rc-table-data', campaign, `${query}&min_revenue=0&group_by=campaign_id`))
    .data;

type Money = { amount: number; source: 'server' | 'browser' };

/** A click, the orders it earned and their refunds, all of one campaign. */
async function report(campaign: string, orders: readonly Money[], refunds: readonly number[]) {
  const visitor_id = `v-${campaign}`;
  await product.report(project, [
    {
      event_name: 'click',
      event_time: at(0),
      affid: '1001',
      campaign_id: campaign,
      visitor_id,
      source: 'browser',
    },
    ...orders.map(({ amount, source }, index) => ({
      event_name: 'purchase',
      event_time: at(1 + index),
      order_id: `${campaign}-${index}`,
      value: amount.toFixed(2),
      visitor_id,
      source,
    })),
    ...refunds.map((amount, index) => ({
      event_name: 'refund',
      event_time: at(100 + index),
      event_id: `${campaign}-refund-${index}`,
      order_id: `${campaign}-0`,
      value: amount.toFixed(2),
      visitor_id,
      source: 'server' as const,
    })),
  ]);
}

describe('profit', () => {
  it('is 0 after a full refund of a sale without cost', async () => {
    await report('sold', [{ amount: 100, source: 'server' }], []);
    await report('back', [{ amount: 100, source: 'server' }], [100]);
    await product.flush();
    expect(await totalsOf('sold', '')).toMatchObject({ net_revenue: 100, payout: 10, profit: 90 });
    expect(await totalsOf('back', '')).toMatchObject({
      revenue: 100,
      net_revenue: 0,
      payout: 0,
      profit: 0,
    });
    const { rows, total } = await tableOf('back', '');
    expect(rows).toMatchObject([{ revenue: 100, net_revenue: 0, payout: 0, profit: 0 }]);
    expect(total).toMatchObject({ revenue: 100, net_revenue: 0, payout: 0 });
  });

  it('is what a model needs to win: credit less refunds is more than cost and payout', async () => {
    await report('lost', [{ amount: 200, source: 'server' }], [150]);
    await report('won', [{ amount: 200, source: 'server' }], [50]);
    await product.report(
      project,
      ['lost', 'won'].map((campaign_id) => ({
        event_name: 'cost',
        date: '2026-11-20',
        campaign_id,
        spend: '100',
      })),
    );
    await product.flush();
    const winsOf = async (campaign: string) =>
      (await tableOf(campaign, '&robustness=1')).rows.map(({ wins }) => wins);
    expect([await winsOf('lost'), await winsOf('won')]).toEqual([[0], [6]]);
  });

  it('is net revenue less cost and payout by every way of counting, and no refund raises it', async () => {
    const amount = fc.integer({ min: 1, max: 500 });
    const stories = fc.sample(
      fc.record({
        orders: fc.array(
          fc.record({ amount, source: fc.constantFrom('server' as const, 'browser' as const) }),
          { minLength: 1, maxLength: 4 },
        ),
        refunds: fc.array(amount, { maxLength: 3 }),
        cost: fc.integer({ min: 0, max: 50 }),
      }),
      { numRuns: 3, seed: 39 },
    );
    for (const [index, { orders, refunds, cost }] of stories.entries()) {
      const [kept, given] = [`kept-${index}`, `given-${index}`];
      await report(kept, orders, []);
      await report(given, orders, refunds);
      await product.report(
        project,
        [kept, given].map((campaign_id) => ({
          event_name: 'cost',
          date: '2026-11-20',
          campaign_id,
          spend: String(cost),
        })),
      );
    }
    await product.flush();
    for (const [index] of stories.entries()) {
      const [kept, given] = [`kept-${index}`, `given-${index}`];
      for (const choice of choices) {
        const [before, after] = [await totalsOf(kept, choice), await totalsOf(given, choice)];
        for (const { profit, net_revenue, cost: spent, payout } of [before, after]) {
          expect(profit).toBeCloseTo(net_revenue - spent - payout, 6);
        }
        expect(after.profit).toBeLessThanOrEqual(before.profit);
        const { rows, total } = await tableOf(given, choice);
        expect(rows).toMatchObject([{ profit: after.profit, net_revenue: after.net_revenue }]);
        expect(total.net_revenue).toBe(after.net_revenue);
      }
    }
  });
});
