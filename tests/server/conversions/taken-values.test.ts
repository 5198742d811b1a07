import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { rcDataSchema } from '#contract/analytics/report.ts';
import {
  type Adjustment,
  adjustmentSchema,
  decisionAnswerSchema,
  valuesAnswerSchema,
  valuesUndoSchema,
} from '#contract/conversions/decisions.ts';
import { reconciliationAnswerSchema } from '#contract/conversions/reconciliation.ts';
import { conversionDetailSchema, conversionSchema } from '#contract/conversions/schemas.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const noon = Date.UTC(2026, 10, 20, 12);

let playground: SeededProduct;
let sold: SeededProject;

beforeAll(async () => {
  const seed = { timezone: 'UTC', currency: 'USD', terms: {}, payouts: [] };
  playground = await startSeededProduct(
    ['Sold', 'Led'].map((name) => ({ ...seed, name, rates: [], requests: [] })),
    () => new Date(noon + 3_600_000),
  );
  const [first] = playground.projects;
  if (!first) throw new Error('A shop is open.');
  sold = first;
}, 60_000);
afterAll(() => playground?.stop());

const owner = () => playground.tokens.owner;
const url = (path: string) =>
  `/api/v1/${path}/?affiliate_id=all&project_id=${sold.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`;
async function get(path: string) {
  const { status, body } = await playground.get(path, owner());
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
async function post(path: string, payload: object) {
  const { status, body } = await playground.post(`/api/v1/${path}/`, owner(), payload);
  expect([[200, 201], body]).toEqual([expect.arrayContaining([status]), expect.anything()]);
  return body;
}
const net = async () =>
  z.object({ data: rcDataSchema }).parse(await get(url('rc-data'))).data.net_revenue;

let orders = 0;

/** One order and what was done to it. */
class Order {
  readonly id = `o-${++orders}`;
  reports = 0;
  sets: number[][] = [];
  undone: number[] | undefined;
  corrections: number[] = [];
  batch = '';
  /** The gain in revenue that the last undo answered. */
  gained = 0;

  async conversion(): Promise<string> {
    const log = z.array(conversionSchema).parse(await get(url('conversions')));
    return log.find((one) => one.order_id === this.id && one.record === 'conversion')?.id ?? '';
  }

  async report(value: string, fields: object = {}) {
    this.reports += 1;
    await playground.report(sold, [
      {
        event_name: 'purchase',
        event_time: new Date(noon + this.reports).toISOString(),
        order_id: this.id,
        source: 'server',
        value,
        ...fields,
      },
    ]);
    await playground.flush();
  }

  async take(value: string) {
    const taken = await post('conversions/values', {
      project_id: sold.id,
      values: [{ conversion_id: await this.conversion(), value }],
      reason_code: 'other',
      note: 'By their statement',
    });
    this.sets.push(valuesAnswerSchema.parse(taken).ids);
  }

  async undo() {
    this.undone = this.sets.pop();
    const undone = await post('conversions/values/undo', {
      project_id: sold.id,
      ids: this.undone,
    });
    const { taken_back, revenue } = valuesUndoSchema.parse(undone);
    expect(taken_back).toBe(1);
    this.gained = revenue;
  }

  async reverse(correction: Adjustment | undefined) {
    adjustmentSchema.parse(await post(`conversions/adjustments/${correction?.id}/reverse`, {}));
  }

  /** Reverses the reversal that the last undo made. */
  async redo() {
    const path = `conversions/adjustments/${this.undone?.[0]}/reverse`;
    await this.reverse(adjustmentSchema.parse(await post(path, {})));
  }

  async enter(amount: string) {
    await post('conversions/adjustments', {
      project_id: sold.id,
      conversion_id: await this.conversion(),
      amount_revenue: amount,
      reason_code: 'other',
      note: 'A fee',
      effective_date: '2026-11-20',
    });
  }

  async decide() {
    const ids = [await this.conversion()];
    const decided = await post('conversions/status', { ids, to: 'rejected', reason_code: 'fraud' });
    this.batch = decisionAnswerSchema.parse(decided).batch ?? '';
  }

  async compared(value: string) {
    const csv = `id,value\n${this.id},${value}`;
    const body = await post('conversions/reconcile', { project_id: sold.id, csv });
    const found = reconciliationAnswerSchema.parse(body);
    return { ...found, rows: found.rows.filter(({ line }) => line !== null) };
  }

  async count(target: string) {
    const path = `/api/v1/projects/${sold.id}/`;
    expect(await playground.patch(path, owner(), { target })).toMatchObject({ status: 200 });
    await vi.waitUntil(
      async () => (await playground.pool.query('select from pending_refresh')).rowCount === 0,
      { timeout: 20_000 },
    );
  }

  async ledger() {
    const detail = await get(`/api/v1/conversions/${await this.conversion()}/`);
    return conversionDetailSchema.parse(detail).adjustments;
  }

  async step([what, value = '0']: Step) {
    switch (what) {
      case 'report':
        return this.report(value);
      case 'pending':
        return this.report(value, { status: 'pending' });
      case 'reject':
        return this.report(value, { status: 'rejected' });
      case 'refund':
        return this.report(value, { event_name: 'refund' });
      case 'take':
        return this.take(value);
      case 'enter':
        return this.enter(value);
      case 'undo':
        return this.undo();
      case 'redo':
        return this.redo();
      case 'count':
        return this.count(value);
      case 'reverse first':
        return this.reverse((await this.ledger()).at(0));
      case 'reverse last':
        return this.reverse((await this.ledger()).at(-1));
      case 'decide':
        return this.decide();
      case 'undecide':
        await post(`conversions/status/${this.batch}/undo`, {});
    }
  }
}

type What =
  | 'report'
  | 'pending'
  | 'reject'
  | 'refund'
  | 'take'
  | 'enter'
  | 'undo'
  | 'redo'
  | 'count'
  | 'reverse first'
  | 'reverse last'
  | 'decide'
  | 'undecide';
type Step = [what: What, value?: string];

/** Each step with the net revenue of the order after it. */
const journeys: [title: string, steps: [Step, number][]][] = [
  [
    'is not doubled by a report that says the same',
    [
      [['report', '100'], 100],
      [['take', '80'], 80],
      [['report', '80'], 80],
      [['undo'], 80],
    ],
  ],
  [
    'stays where a later report says more',
    [
      [['report', '100'], 100],
      [['take', '80'], 80],
      [['report', '120'], 80],
      [['undo'], 120],
    ],
  ],
  [
    'stays where a later report says less',
    [
      [['report', '100'], 100],
      [['take', '80'], 80],
      [['report', '50'], 80],
      [['undo'], 50],
    ],
  ],
  [
    'counts nowhere while the order is rejected',
    [
      [['report', '100'], 100],
      [['take', '80'], 80],
      [['reject'], 0],
      [['report', '100'], 80],
      [['reject'], 0],
      [['undo'], 0],
    ],
  ],
  [
    'counts nowhere while a person rejects the order',
    [
      [['report', '100'], 100],
      [['take', '80'], 80],
      [['decide'], 0],
      [['report', '110'], 0],
      [['undecide'], 80],
      [['undo'], 110],
    ],
  ],
  [
    'is the value before refunds',
    [
      [['report', '100'], 100],
      [['refund', '30'], 70],
      [['take', '80'], 50],
      [['refund', '20'], 30],
      [['undo'], 50],
    ],
  ],
  [
    'replaces the one before it',
    [
      [['report', '100'], 100],
      [['take', '80'], 80],
      [['take', '70'], 70],
      [['report', '90'], 70],
      [['undo'], 80],
      [['undo'], 90],
    ],
  ],
  [
    'of a pending order is not added to its approval',
    [
      [['pending', '0'], 0],
      [['take', '40'], 40],
      [['report', '40'], 40],
      [['report', '45'], 40],
      [['undo'], 45],
    ],
  ],
  [
    'is restored by a reversal of its undo',
    [
      [['report', '100'], 100],
      [['take', '80'], 80],
      [['report', '60'], 80],
      [['undo'], 60],
      [['report', '50'], 50],
      [['reverse last'], 80],
      [['report', '40'], 80],
      [['reverse last'], 40],
    ],
  ],
  [
    'includes what was entered before it, and not what is entered after it',
    [
      [['report', '100'], 100],
      [['enter', '-5'], 95],
      [['take', '80'], 80],
      [['enter', '3'], 83],
      [['report', '50'], 83],
      [['undo'], 48],
    ],
  ],
  [
    'stays where what was entered before it is taken back',
    [
      [['report', '100'], 100],
      [['enter', '-5'], 95],
      [['take', '80'], 80],
      [['reverse first'], 80],
      [['undo'], 100],
    ],
  ],
];

async function walk(steps: readonly [Step, number][]) {
  const order = new Order();
  const before = await net();
  for (const [index, [step, expected]] of steps.entries()) {
    await order.step(step);
    if (step[0] === 'undo') expect(order.gained).toBe(expected - (steps[index - 1]?.[1] ?? 0));
    expect([step, Number(((await net()) - before).toFixed(2))]).toEqual([step, expected]);
  }
}

describe('a value that was taken over from a file', () => {
  it.each(journeys)('%s', async (_, steps) => {
    await walk(steps);
  });

  it.each<[string, object, object]>([
    [
      'an earlier report leads its order',
      { source: 'server' },
      { source: 'server', event_time: new Date(noon - 60_000).toISOString() },
    ],
    ["the shop's report joins that of the page", { source: 'browser' }, { source: 'server' }],
  ])('holds when %s afterwards', async (_, first, second) => {
    const order = new Order();
    const before = await net();
    const gain = async () => Number(((await net()) - before).toFixed(2));
    await order.report('100', first);
    const id = await order.conversion();
    await order.take('80');
    await order.report('100', second);
    expect(await order.conversion()).not.toBe(id);
    expect((await order.compared('80')).counts).toMatchObject({ same: 1 });
    expect(await order.ledger()).toMatchObject([{ amount_revenue: -20 }]);
    expect(await gain()).toBe(80);
    await order.undo();
    expect(order.gained).toBe(20);
    expect(await gain()).toBe(100);
  });

  it('is shown as what reports lack at present, and agrees with its file', async () => {
    const order = new Order();
    await order.report('100');
    await order.take('80');
    await order.report('130');
    expect(await order.ledger()).toMatchObject([
      { amount_revenue: -50, reason_code: 'other', note: 'By their statement' },
    ]);
    expect((await order.compared('80')).counts).toMatchObject({ same: 1 });
    expect(await order.compared('130')).toMatchObject({
      counts: { differs: 1 },
      rows: [{ our_value: 80, their_value: 130 }],
    });
    await order.undo();
    const [taken, back] = await order.ledger();
    expect([(taken?.amount_revenue ?? 0) + (back?.amount_revenue ?? 0)]).toEqual([0]);
    expect((await order.compared('130')).counts).toMatchObject({ same: 1 });
  });
});

describe('a value that was taken over for an event that is no conversion any more', () => {
  beforeAll(() => {
    sold = playground.projects[1] ?? sold;
  });

  it('counts nowhere, also after its undo, and holds again with its conversion', async () => {
    await walk([
      [['report', '80'], 80],
      [['take', '100'], 100],
      [['report', '130'], 100],
      [['count', 'lead'], 0],
      [['count', 'purchase'], 100],
      [['count', 'lead'], 0],
      [['undo'], 0],
      [['count', 'purchase'], 130],
      [['count', 'lead'], 0],
      [['redo'], 0],
      [['count', 'purchase'], 100],
    ]);
  }, 60_000);
});
