import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rcDataSchema } from '#contract/analytics/report.ts';
import {
  type NewValues,
  type ValuesAnswer,
  valuesAnswerSchema,
  valuesUndoSchema,
} from '#contract/conversions/decisions.ts';
import { reconciliationAnswerSchema } from '#contract/conversions/reconciliation.ts';
import { conversionDetailSchema, conversionSchema } from '#contract/conversions/schemas.ts';
import type { ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(noon + ms).toISOString();
const shop: ProjectSeed = {
  name: 'Sold',
  timezone: 'UTC',
  currency: 'USD',
  terms: { '1001': [{ from: 0, type: 'revshare', value: '0.1' }] },
  payouts: [],
  rates: [],
  requests: [],
};

let playground: SeededProduct;
let sold: SeededProject;
let ids: Map<string, string>;

beforeAll(async () => {
  playground = await startSeededProduct([shop], () => new Date(noon + 3_600_000));
  const [first] = playground.projects;
  if (!first) throw new Error('A shop is open.');
  sold = first;
  const orders = ['o-1', 'o-2', 'o-3', 'o-4', 'o-5'].map((order_id, index) => ({
    event_name: 'purchase',
    event_time: at(index),
    order_id,
    value: '100.10',
    status: order_id === 'o-3' ? ('rejected' as const) : ('approved' as const),
    source: 'server' as const,
  }));
  await playground.report(sold, orders);
  await playground.flush();
  const { body } = await playground.get(url('conversions', '&min_revenue=0'), owner());
  ids = new Map(
    z
      .array(conversionSchema)
      .parse(body)
      .map(({ id, order_id }) => [order_id ?? '', id]),
  );
}, 60_000);
afterAll(() => playground?.stop());

const owner = () => playground.tokens.owner;
const url = (path: string, query = '') =>
  `/api/v1/${path}/?affiliate_id=all&project_id=${sold.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC${query}`;
const idOf = (order: string) => ids.get(order) ?? order;
const bodyOf = (values: Record<string, string>, more: Partial<NewValues> = {}): NewValues => ({
  project_id: sold.id,
  values: Object.entries(values).map(([order, value]) => ({ conversion_id: idOf(order), value })),
  reason_code: 'other',
  note: 'By their statement',
  ...more,
});
const request = (body: NewValues, headers: Record<string, string> = {}) =>
  playground.post('/api/v1/conversions/values/', owner(), body, headers);
async function taken(values: Record<string, string>): Promise<ValuesAnswer> {
  const { status, body } = await request(bodyOf(values));
  expect([status, body]).toEqual([200, expect.anything()]);
  return valuesAnswerSchema.parse(body);
}
async function undone(corrections: number[]) {
  const { status, body } = await playground.post('/api/v1/conversions/values/undo/', owner(), {
    project_id: sold.id,
    ids: corrections,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return valuesUndoSchema.parse(body);
}
const revenue = async () =>
  z.object({ data: rcDataSchema }).parse((await playground.get(url('rc-data'), owner())).body).data
    .net_revenue;
const adjustmentsOf = async (order: string) =>
  conversionDetailSchema.parse(
    (await playground.get(`/api/v1/conversions/${idOf(order)}/`, owner())).body,
  ).adjustments;

describe('values from a file', () => {
  it('become corrections, with reasons for uncorrected ones, and are undone together, once', async () => {
    const before = await revenue();
    const { ids: rows, ...answer } = await taken({
      'o-1': '80',
      'o-2': '100.4',
      'o-3': '80',
      'o-4': '100.1049',
      'o-9': '5',
    });
    expect(answer).toEqual({
      corrected: 2,
      currency: 'USD',
      revenue: -19.8,
      refused: [
        {
          cause: 'not_found',
          because: 'There is no such conversion here.',
          conversions: 1,
          ids: ['o-9'],
        },
        {
          cause: 'not_counted',
          because: 'It does not count at present, so its value changes nothing.',
          conversions: 1,
          ids: [idOf('o-3')],
        },
        {
          cause: 'same_value',
          because: 'It has this value already.',
          conversions: 1,
          ids: [idOf('o-4')],
        },
      ],
    });
    expect(await revenue()).toBeCloseTo(before - 19.8, 2);
    expect(await adjustmentsOf('o-1')).toMatchObject([
      {
        amount_revenue: -20.1,
        amount_payout: 0,
        reason_code: 'other',
        by: 'owner',
        note: 'By their statement',
        effective_date: '2026-11-20',
        currency: 'USD',
      },
    ]);

    expect(await undone(rows)).toEqual({ taken_back: 2, currency: 'USD', revenue: 19.8 });
    expect(await revenue()).toBe(before);
    expect(await undone(rows)).toEqual({ taken_back: 0, currency: 'USD', revenue: 0 });
    expect(await revenue()).toBe(before);
  });

  it('are stored then, so that the same file agrees', async () => {
    const csv = `id,value\n${idOf('o-5')},42.42`;
    const counted = async () => {
      const { body } = await playground.post('/api/v1/conversions/reconcile/', owner(), {
        project_id: sold.id,
        csv,
      });
      return reconciliationAnswerSchema.parse(body);
    };
    expect((await counted()).counts).toMatchObject({ differs: 1, same: 0 });
    const { ids: rows } = await taken({ 'o-5': '42.42' });
    expect(await counted()).toMatchObject({ counts: { differs: 0, same: 1 }, ours: 42.42 });
    expect(await taken({ 'o-5': '42.42' })).toMatchObject({
      corrected: 0,
      refused: [{ cause: 'same_value' }],
    });
    await undone(rows);
    expect((await counted()).counts).toMatchObject({ differs: 1, same: 0 });
  });

  it('are taken over once with a repeated key', async () => {
    const headers = { 'idempotency-key': 'values-of-november-0001' };
    const first = await request(bodyOf({ 'o-2': '70' }), headers);
    expect((await request(bodyOf({ 'o-2': '70' }), headers)).body).toEqual(first.body);
    const { ids: rows, corrected } = valuesAnswerSchema.parse(first.body);
    expect([corrected, (await undone(rows)).taken_back]).toEqual([1, 1]);
    expect((await request(bodyOf({ 'o-2': '60' }), headers)).status).toBe(422);
  });

  it('are taken over once by two simultaneous requests', async () => {
    const both = await Promise.all([taken({ 'o-4': '50' }), taken({ 'o-4': '50' })]);
    expect(both.map(({ corrected }) => corrected).toSorted()).toEqual([0, 1]);
    const rows = both.flatMap((one) => one.ids);
    const backs = await Promise.all([undone(rows), undone(rows)]);
    expect(backs.map(({ taken_back }) => taken_back).toSorted()).toEqual([0, 1]);
  });

  it.each<[string, Partial<NewValues>]>([
    ['nothing', { values: [] }],
    ['one of them twice', { values: Array(2).fill({ conversion_id: 'c', value: '1' }) }],
    ['a value below nothing', { values: [{ conversion_id: 'c', value: '-1' }] }],
    ['another reason that is not told', { note: '' }],
  ])('are refused for %s', async (_, more) => {
    expect((await request(bodyOf({}, more))).status).toBe(400);
  });
});
