import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addsUp, models } from '#contract/analytics/attribution.ts';
import { figureRowsSchema } from '#contract/analytics/figure-rows.ts';
import { paymentSchema, rcDataSchema, report, tableSchema } from '#contract/analytics/report.ts';
import {
  type Adjustment,
  adjustmentSchema,
  type NewAdjustment,
} from '#contract/conversions/decisions.ts';
import { conversionDetailSchema, conversionSchema } from '#contract/conversions/schemas.ts';
import type { ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const HOUR = 3_600_000;
const noon = Date.UTC(2026, 10, 20, 12);
let time = noon + HOUR;
const at = (ms: number) => new Date(noon + ms).toISOString();

const shop = (name: string): ProjectSeed => ({
  name,
  timezone: 'America/New_York',
  currency: 'USD',
  terms: {
    '1001': [{ from: 0, type: 'revshare', value: '0.1' }],
    '1002': [{ from: 0, type: 'revshare', value: '0.1' }],
    '1003': [{ from: 0, type: 'revshare', value: '0.1' }],
  },
  payouts: [],
  rates: [],
  requests: [],
});

let playground: SeededProduct;
let sold: SeededProject;
let other: SeededProject;
let conversion: string;

beforeAll(async () => {
  playground = await startSeededProduct(['Sold', 'Other'].map(shop), () => new Date(time));
  const [first, second] = playground.projects;
  if (!first || !second) throw new Error('Two shops are open.');
  [sold, other] = [first, second];
  const ann = { visitor_id: 'ann', offer_id: 'boots' };
  await playground.report(sold, [
    { ...ann, event_name: 'click', event_time: at(-HOUR), affid: '1001', source: 'browser' },
    {
      ...ann,
      event_name: 'purchase',
      event_time: at(0),
      order_id: 'o-1',
      value: '100',
      source: 'server',
    },
  ]);
  await playground.flush();
  conversion = (await log())[0]?.id ?? '';
}, 60_000);
afterAll(() => playground?.stop());

const url = (path: string, query = '') =>
  `/api/v1/${path}/?affiliate_id=all&project_id=${sold.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=America/New_York${query}`;
async function request(path: string, query = '') {
  const { status, body } = await playground.get(url(path, query), playground.tokens.owner);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
const log = async (query = '') =>
  z.array(conversionSchema).parse(await request('conversions', query));
const totals = async (query = '') =>
  z.object({ data: rcDataSchema }).parse(await request('rc-data', query)).data;
const paid = async () =>
  z.object({ data: z.array(paymentSchema) }).parse(await request('rc-payment-data')).data;
const table = async (grouping: string, query = '') =>
  z
    .object({ data: tableSchema })
    .parse(await request('rc-table-data', `&group_by=${grouping}&min_revenue=0${query}`)).data;
const conversionDetail = async (id: string, token = playground.tokens.owner) => {
  const { status, body } = await playground.get(`/api/v1/conversions/${id}/`, token);
  expect([status, body]).toEqual([200, expect.anything()]);
  return conversionDetailSchema.parse(body);
};

const post = (path: string, body: object, token = playground.tokens.owner, headers = {}) =>
  playground.post(`/api/v1/conversions/adjustments/${path}`, token, body, headers);
async function correct(more: Partial<NewAdjustment>): Promise<Adjustment> {
  const { status, body } = await post('', input(more));
  expect([status, body]).toEqual([201, expect.anything()]);
  return adjustmentSchema.parse(body);
}
const input = (more: Partial<NewAdjustment>) => ({
  project_id: sold.id,
  reason_code: 'refund',
  effective_date: '2026-11-20',
  ...more,
});
async function reverse(id: number): Promise<Adjustment> {
  const { status, body } = await post(`${id}/reverse/`, {});
  expect([status, body]).toEqual([201, expect.anything()]);
  return adjustmentSchema.parse(body);
}

describe('a correction', () => {
  it("changes money like a refund, counts as nothing, and is in the conversion's detail", async () => {
    const before = await totals();
    expect(before).toMatchObject({ revenue: 100, net_revenue: 100, payout: 10, conversions: 1 });
    const row = await correct({
      conversion_id: conversion,
      amount_revenue: '-12.345',
      amount_payout: '-1.2345',
      note: 'One shoe came back',
    });
    expect(row).toMatchObject({
      conversion_id: conversion,
      affid: '1001',
      offer_id: 'boots',
      amount_revenue: -12.35,
      amount_payout: -1.23,
      currency: 'USD',
      by: 'owner',
      reverses: null,
      reversed_by: null,
    });
    expect(await totals()).toEqual({
      ...before,
      net_revenue: 87.66,
      payout: 8.77,
      profit: 78.89,
    });
    expect(await paid()).toMatchObject([
      {
        affid: '1001',
        purchases: 1,
        revenue: 100,
        refunds: 0,
        adjustment_amount: -12.35,
        net_revenue: 87.66,
        payout: 8.77,
      },
    ]);
    const story = await conversionDetail(conversion);
    expect(story.adjustments).toEqual([row]);
    expect(story.conversion).toMatchObject({ value: 100, payout: 10 });
    const { adjustments } = await conversionDetail(conversion, playground.tokens.partner);
    expect(adjustments).toEqual([{ ...row, note: '', by: null }]);
    expect(await log('&record=adjustment')).toMatchObject([
      { id: `a_${row.id}`, record: 'adjustment', value: -12.35, payout: -1.23, affid: '1001' },
    ]);
    expect(await log('&record=conversion')).toHaveLength(1);
  });

  it("is at noon of its day in the project's zone, also on a day of 25 hours", async () => {
    const { id } = await correct({
      affid: '1003',
      amount_revenue: '-5',
      effective_date: '2026-11-01',
    });
    const day = '&start_date=2026-11-01&end_date=2026-11-01';
    const path = `/api/v1/conversions/?affiliate_id=all&project_id=${sold.id}&timezone=America/New_York&record=adjustment`;
    const { body } = await playground.get(`${path}${day}`, playground.tokens.owner);
    expect(body).toMatchObject([{ id: `a_${id}`, event_time: '2026-11-01T17:00:00.000Z' }]);
  });

  it('is written once with a repeated key', async () => {
    const before = await totals();
    const headers = { 'idempotency-key': 'correction-of-november-0001' };
    const { owner } = playground.tokens;
    const request = (amount_revenue: string) =>
      post('', input({ conversion_id: conversion, amount_revenue }), owner, headers);
    const { status, body } = await request('-3');
    expect(status).toBe(201);
    expect(await request('-3')).toMatchObject({ status, body });
    expect((await totals()).net_revenue).toBeCloseTo(before.net_revenue - 3, 2);
    expect((await request('-4')).status).toBe(422);
    await reverse(adjustmentSchema.parse(body).id);
    expect(await totals()).toEqual(before);
  });

  it('adds up exactly, however small its parts', async () => {
    const before = await totals();
    const rows: Adjustment[] = [];
    for (let index = 0; index < 10; index++) {
      rows.push(await correct({ affid: '1002', amount_revenue: '0.1', amount_payout: '0.0001' }));
    }
    const after = await totals();
    expect(after.net_revenue).toBe(Math.round((before.net_revenue + 1) * 100) / 100);
    expect(await paid()).toMatchObject([
      { affid: '1001' },
      { affid: '1002', purchases: 0, revenue: 0, net_revenue: 1, payout: 0 },
    ]);
    for (const { id } of rows) await reverse(id);
    expect(await totals()).toEqual(before);
  });

  it('is taken back by a row of its own, once, and restored by another', async () => {
    const before = await totals();
    const row = await correct({ conversion_id: conversion, amount_payout: '5' });
    const corrected = await totals();
    expect(corrected.payout).toBe(before.payout + 5);
    const back = await reverse(row.id);
    expect(back).toMatchObject({ reverses: row.id, amount_payout: -5, conversion_id: conversion });
    expect(await totals()).toEqual(before);
    expect((await reverse(row.id)).id).toBe(back.id);
    expect(await totals()).toEqual(before);
    await reverse(back.id);
    expect(await totals()).toEqual(corrected);
    const { adjustments } = await conversionDetail(conversion);
    expect(adjustments.slice(-3)).toMatchObject([
      { id: row.id, reversed_by: back.id },
      { id: back.id, reverses: row.id },
      { reverses: back.id, amount_payout: 5 },
    ]);
  });

  it('is called a correction among the rows of its figure, and in their file', async () => {
    const { id } = await correct({ conversion_id: conversion, amount_revenue: '-7' });
    const { body } = await playground.get(
      url('figures/rows', '&figure=adjustment_amount'),
      playground.tokens.owner,
    );
    const { data } = report(figureRowsSchema).parse(body);
    expect(data.rows.length).toBeGreaterThan(0);
    expect(data.rows.every(({ kind }) => kind === 'correction')).toBe(true);
    expect(data.rows).toContainEqual(expect.objectContaining({ id: `a_${id}`, amount: '-7' }));
    const file = await playground.get(
      url('export', '&report=figure-rows&figure=adjustment_amount&format=json'),
      playground.tokens.owner,
    );
    expect(new Set(file.text.match(/"kind":\s*"\w+"/g))).toEqual(new Set(['"kind":"correction"']));
    expect((await conversionDetail(`a_${id}`)).conversion.record).toBe('adjustment');
    await reverse(id);
  });

  it('is in the sums of every table, by every model and clock', async () => {
    await correct({ affid: '1003', amount_payout: '-2', reason_code: 'fraud' });
    const { payout } = await totals();
    for (const model of models.filter(addsUp)) {
      for (const clock of ['conversion', 'click']) {
        const query = `&model=${model}&clock=${clock}`;
        expect([model, clock, (await totals(query)).payout]).toEqual([model, clock, payout]);
        for (const grouping of ['affid', 'campaign_id']) {
          const { total: sum } = await table(grouping, query);
          expect([model, clock, grouping, sum.payout]).toEqual([model, clock, grouping, payout]);
        }
      }
    }
  });

  it('changes no figure as of an earlier instant', async () => {
    const pin = `&as_of=${new Date(time).toISOString()}`;
    const before = await totals(pin);
    time += 60_000;
    await correct({ affid: '1001', amount_revenue: '-50' });
    expect(await totals(pin)).toEqual(before);
    expect((await totals()).net_revenue).toBe(Math.round((before.net_revenue - 50) * 100) / 100);
  });

  it('needs a reason, an amount, a day up to today, and an existing conversion or affiliate', async () => {
    const keyOf = async (body: object) => {
      const answer = await post('', body);
      return [answer.status, Object.keys(z.record(z.string(), z.unknown()).parse(answer.body))];
    };
    const good = input({ affid: '1001', amount_revenue: '1' });
    const { reason_code: _, ...unexplained } = good;
    expect(await keyOf(unexplained)).toEqual([400, ['reason_code']]);
    expect(await keyOf({ ...good, reason_code: 'other' })).toEqual([400, ['note']]);
    expect(await keyOf({ ...good, amount_revenue: '0.0' })).toEqual([400, ['amount_revenue']]);
    expect(await keyOf({ ...good, amount_revenue: '1e3' })).toEqual([400, ['amount_revenue']]);
    expect(await keyOf({ ...good, effective_date: '2026-11-21' })).toEqual([
      400,
      ['effective_date'],
    ]);
    expect(await keyOf({ ...good, affid: 'nobody' })).toEqual([400, ['affid']]);
    expect(await keyOf({ ...good, affid: undefined })).toEqual([400, ['affid']]);
    expect(await keyOf({ ...good, offer_id: 'nothing' })).toEqual([400, ['offer_id']]);
    expect(await keyOf({ ...good, conversion_id: 'c_none' })).toEqual([400, ['conversion_id']]);
    const foreign = { ...good, project_id: other.id, conversion_id: conversion };
    expect(await keyOf(foreign)).toEqual([400, ['conversion_id']]);
    expect((await post('', good, playground.tokens.debugger)).status).toBe(403);
    expect((await post('', good, playground.tokens.partner)).status).toBe(403);
    expect((await post('999999/reverse/', {})).status).toBe(404);
    expect((await playground.get(url('conversions'), playground.tokens.debugger)).status).toBe(200);
  });
});
