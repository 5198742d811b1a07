import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversionSchema } from '#contract/conversions/schemas.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { balanceSchema, type NewPayout, payoutSchema } from '#contract/payouts/schemas.ts';
import {
  type Statement,
  type StatementDetail,
  statementDetailSchema,
  statementSchema,
} from '#contract/payouts/statement.ts';
import type { Reported } from '#tests/support/reference/reported.ts';
import type { ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const zone = 'America/New_York';
const now = new Date('2026-11-20T20:14:05.000Z');

const share = { from: 0, type: 'revshare', value: '0.1' } as const;
const seed: ProjectSeed = {
  name: 'Acme',
  timezone: zone,
  currency: 'USD',
  terms: { '1001': [share], '1002': [share], '1003': [share], '1004': [share], '1005': [share] },
  payouts: [
    { affid: '1003', amount: '2.5', at: '2026-11-01T03:30:00.000Z' },
    { affid: '1003', amount: '1', at: '2026-11-01T04:30:00.000Z' },
  ],
  rates: [],
  requests: [],
};

let product: SeededProduct;
let acme: SeededProject;

const sold = (affid: string, order: string, at: string, value: string): Reported[] => [
  {
    visitor_id: order,
    event_name: 'click',
    event_time: new Date(Date.parse(at) - 60_000).toISOString(),
    affid,
    source: 'browser',
  },
  {
    visitor_id: order,
    event_name: 'purchase',
    event_time: at,
    order_id: order,
    value,
    source: 'server',
  },
];

beforeAll(async () => {
  product = await startSeededProduct([seed], () => now);
  const [first] = product.projects;
  if (!first) throw new Error('A shop is open.');
  acme = first;
  await product.report(acme, [
    ...sold('1001', 'august', '2026-08-20T12:00:00Z', '40'),
    ...sold('1001', 'september-1', '2026-09-10T12:00:00Z', '300.05'),
    ...sold('1001', 'september-2', '2026-09-11T12:00:00Z', '400'),
    ...sold('1001', 'october', '2026-10-10T12:00:00Z', '1000'),
    ...sold('1002', 'september-3', '2026-09-12T12:00:00Z', '200'),
    // Around midnight in New York, on the day on which daylight saving time ends and later.
    ...sold('1003', 'last', '2026-11-01T03:59:00Z', '10'),
    ...sold('1003', 'first', '2026-11-01T04:01:00Z', '20'),
    ...sold('1003', 'end', '2026-11-10T04:59:00Z', '30'),
    ...sold('1003', 'after', '2026-11-10T05:01:00Z', '50'),
  ]);
  await product.flush();
}, 60_000);
afterAll(() => product?.stop());

const idOf = (affid: string): number => {
  const found = acme.affiliates.find((one) => one.affid === affid);
  if (!found) throw new Error(`There is no affiliate ${affid}.`);
  return found.id;
};
const september = { start_date: '2026-09-01', end_date: '2026-09-30' };
const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
const november = { start_date: '2026-11-01', end_date: '2026-11-30' };
type Days = typeof september;

const address = (days: object, more = '') =>
  `/api/v1/payout-statements/?${new URLSearchParams({ project_id: String(acme.id), timezone: zone, ...days })}${more}`;
async function statements(days: Days, token = product.tokens.owner): Promise<Statement[]> {
  const { status, body } = await product.get(address(days), token);
  expect([status, body]).toEqual([200, expect.anything()]);
  return z.array(statementSchema).parse(body);
}
const statement = async (affid: string, days: Days) =>
  (await statements(days)).find((one) => one.affid === affid);

async function detail(affid: string, days: Days): Promise<StatementDetail> {
  const { status, body } = await product.get(
    `/api/v1/payout-statements/${idOf(affid)}/lines/?${new URLSearchParams({ timezone: zone, ...days })}`,
    product.tokens.owner,
  );
  expect([status, body]).toEqual([200, expect.anything()]);
  return statementDetailSchema.parse(body);
}

async function pay(affid: string, amount: string, days: Days, reference: string): Promise<number> {
  const body: NewPayout = {
    project: acme.id,
    affiliate: idOf(affid),
    amount,
    currency: 'USD',
    period_start: days.start_date,
    period_end: days.end_date,
    paid_on: '2026-10-03',
    reference,
  };
  const answer = await product.post('/api/v1/payouts/', product.tokens.owner, body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return payoutSchema.parse(answer.body).id;
}
async function undo(id: number) {
  const { status } = await product.post(`/api/v1/payouts/${id}/undo/`, product.tokens.owner, {});
  expect(status).toBe(200);
}

describe('the statement of a period', () => {
  it('carries what was due before it, and is ready once its days are over', async () => {
    expect(await statement('1001', september)).toMatchObject({
      name: 'Partner 1001',
      currency: 'USD',
      status: 'ready',
      carried: 4,
      approved: 70.005,
      refunded: 0,
      adjusted: 0,
      paid: 0,
      on_hold: 0,
      due: 74.005,
      payments: [],
    });
    expect(await statement('1001', october)).toMatchObject({ carried: 74.005, approved: 100 });
    expect(await statement('1001', november)).toMatchObject({ carried: 174.005, status: 'open' });
  });

  it('is paid by a payment for its days, whenever that was, and due again after its undo', async () => {
    const id = await pay('1001', '74.01', september, 'wire 1');
    expect(await statement('1001', september)).toMatchObject({
      status: 'paid',
      paid: 74.01,
      due: -0.005,
      payments: [
        {
          id,
          amount: 74.01,
          reference: 'wire 1',
          period_end: '2026-09-30',
          paid_at: '2026-10-03T16:00:00.000Z',
        },
      ],
    });
    expect(await statement('1001', october)).toMatchObject({ carried: -0.005, payments: [] });
    await undo(id);
    expect(await statement('1001', september)).toMatchObject({ status: 'ready', payments: [] });
  });

  it('names each of several payments, and belongs to the last day of a longer period', async () => {
    const first = await pay('1001', '70', september, 'wire 2');
    const both = await pay(
      '1001',
      '104',
      { start_date: '2026-09-01', end_date: '2026-10-31' },
      'wire 3',
    );
    expect((await statement('1001', september))?.payments.map(({ id }) => id)).toEqual([first]);
    expect(await statement('1001', october)).toMatchObject({
      carried: 4.005,
      paid: 104,
      due: 0.005,
    });
    await undo(first);
    await undo(both);
  });

  it('is lower by a refund of its own days after the period before was paid', async () => {
    const id = await pay('1002', '20', september, 'wire 4');
    await product.report(acme, [
      {
        visitor_id: 'september-3',
        event_name: 'refund',
        event_time: '2026-10-05T12:00:00Z',
        order_id: 'september-3',
        value: '50',
        source: 'server',
      },
    ]);
    await product.flush();
    expect(await statement('1002', september)).toMatchObject({ approved: 20, due: 0 });
    expect(await statement('1002', october)).toMatchObject({
      carried: 0,
      approved: 0,
      refunded: -5,
      due: -5,
      status: 'paid',
    });
    await undo(id);
  });

  it('carries what was paid for a conversion that is rejected afterwards', async () => {
    const id = await pay('1001', '74', september, 'wire 5');
    const { body } = await product.get(
      `/api/v1/conversions/?affiliate_id=all&project_id=${acme.id}&timezone=${zone}&start_date=2026-09-11&end_date=2026-09-11`,
      product.tokens.owner,
    );
    const [conversion] = z.array(conversionSchema).parse(body);
    const decide = async (more: object) => {
      const answer = await product.post('/api/v1/conversions/status/', product.tokens.owner, {
        ids: [conversion?.id],
        ...more,
      });
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    };
    await decide({ to: 'rejected', reason_code: 'fraud' });
    expect(await statement('1001', september)).toMatchObject({ approved: 30.005, due: -39.995 });
    expect(await statement('1001', october)).toMatchObject({
      carried: -39.995,
      approved: 100,
      due: 60.005,
      status: 'ready',
    });
    await decide({ to: 'pending' });
    expect(await statement('1001', september)).toMatchObject({
      approved: 30.005,
      on_hold: 40,
      due: -39.995,
    });
    await decide({ to: 'approved' });
    expect(await statement('1001', september)).toMatchObject({ approved: 70.005, due: 0.005 });
    await undo(id);
  });

  it('has the corrections of its days', async () => {
    const answer = await product.post('/api/v1/conversions/adjustments/', product.tokens.owner, {
      project_id: acme.id,
      affid: '1004',
      amount_revenue: '0',
      amount_payout: '-1.25',
      reason_code: 'other',
      note: 'Agreed by phone',
      effective_date: '2026-10-15',
    });
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    expect(await statement('1004', october)).toMatchObject({ adjusted: -1.25, due: -1.25 });
    expect(await statement('1004', november)).toMatchObject({ carried: -1.25, adjusted: 0 });
  });

  it('begins and ends at midnight in its zone, also in months with a clock change', async () => {
    expect(await statement('1003', october)).toMatchObject({ approved: 1, paid: 2.5 });
    expect(await statement('1003', november)).toMatchObject({
      carried: -1.5,
      approved: 10,
      paid: 1,
    });
    const day = (date: string) => ({ start_date: date, end_date: date });
    expect(await statement('1003', day('2026-11-01'))).toMatchObject({ approved: 2 });
    expect(await statement('1003', day('2026-11-09'))).toMatchObject({ approved: 3 });
    expect(await statement('1003', day('2026-11-10'))).toMatchObject({ carried: 2.5, approved: 5 });
  });

  it('has the payments without a period on their own days', async () => {
    const rows = await statement('1003', november);
    expect(rows?.payments).toMatchObject([
      { amount: 1, period_start: null, period_end: null, paid_at: '2026-11-01T04:30:00.000Z' },
    ]);
  });

  it('leaves out affiliates without an amount, and shows a partner only its own', async () => {
    const affids = async (token: string) =>
      (await statements(october, token)).map(({ affid }) => affid);
    expect(await affids(product.tokens.owner)).toEqual(['1001', '1002', '1003', '1004']);
    expect(await affids(product.tokens.partner)).toEqual(['1001', '1002']);
    const foreign = await product.get(
      address(october, `&affiliate_id=${idOf('1003')}`),
      product.tokens.partner,
    );
    expect(foreign.status).toBe(403);
  });

  it('consists of lines by kind, offer and terms, which add up to it', async () => {
    const { statement: own, lines, rest } = await detail('1004', october);
    expect(own).toEqual(await statement('1004', october));
    expect([lines, rest]).toEqual([
      [
        {
          kind: 'adjustment',
          offer_id: '',
          offer_name: null,
          goal: '',
          terms: null,
          is_on_hold: false,
          count: 1,
          amount: -1.25,
        },
      ],
      null,
    ]);
    expect((await detail('1002', october)).lines).toMatchObject([
      { kind: 'refund', count: 1, amount: -5 },
    ]);
    expect((await detail('1001', september)).lines).toMatchObject([
      { kind: 'conversion', count: 2, amount: 70.005, terms: null },
    ]);
    expect(await detail('1005', october)).toMatchObject({
      statement: { carried: 0, due: 0, status: 'paid' },
      lines: [],
    });
  });

  it('is a line of a file', async () => {
    const id = await pay('1001', '1.5', september, '=1+1');
    const path = address(september).replace('/?', '/export/?');
    const [head = '', first = ''] = (await product.file(path, product.tokens.owner))
      .toString()
      .split('\r\n');
    expect(head.replace('\uFEFF', '')).toBe(
      'affiliate,affid,name,currency,status,carried,approved,refunded,adjusted,paid,due,on_hold,references',
    );
    expect(first).toBe(
      `${idOf('1001')},1001,Partner 1001,USD,ready,4,70.005,0,0,1.5,72.505,0,'=1+1`,
    );
    const sheet = await product.file(`${path}&format=xlsx`, product.tokens.partner);
    expect(sheet.subarray(0, 2).toString()).toBe('PK');
    await undo(id);
  });

  it('ends with the balance of the last day', async () => {
    const { body } = await product.get(
      `/api/v1/payout-balances/?project_id=${acme.id}&timezone=${zone}&through=2026-11-30`,
      product.tokens.owner,
    );
    const balances = z.array(balanceSchema).parse(body);
    for (const { affid, due } of await statements(november)) {
      const balance = balances.find((one) => one.affid === affid);
      expect([balance?.due, balance?.advance]).toEqual([
        roundDecimal(String(Math.max(due, 0)), 2),
        roundDecimal(String(Math.max(-due, 0)), 2),
      ]);
    }
  });

  it.each([
    ['no start', { end_date: '2026-11-30' }, 'start_date'],
    ['a day outside the calendar', { ...october, end_date: '2026-11-31' }, 'end_date'],
    ['an end before the start', { start_date: '2026-11-30', end_date: '2026-11-01' }, 'end_date'],
    ['an unknown zone', { ...october, timezone: 'Mars/Olympus' }, 'timezone'],
    ['an affiliate that is no id', { ...october, affiliate_id: 'me' }, 'affiliate_id.0'],
    ['a parameter that it does not know', { ...october, month: '2026-11' }, 'month'],
  ])('is refused at its field with %s', async (_, days, field) => {
    const { status, body } = await product.get(address(days), product.tokens.owner);
    expect([status, body]).toEqual([400, expect.objectContaining({ [field]: expect.anything() })]);
  });
});
