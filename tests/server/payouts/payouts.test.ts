import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paymentSchema } from '#contract/analytics/report.ts';
import { auditEntrySchema } from '#contract/audit/schemas.ts';
import {
  type Balance,
  balanceSchema,
  type NewPayout,
  type Payout,
  payoutSchema,
} from '#contract/payouts/schemas.ts';
import type { Reported, Status } from '#tests/support/reference/reported.ts';
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

const shop = (name: string, currency: string): ProjectSeed => ({
  name,
  timezone: 'America/New_York',
  currency,
  terms: Object.fromEntries(
    ['1001', '1002', '1003'].map((affid) => [
      affid,
      [{ from: 0, type: 'revshare' as const, value: '0.1' }],
    ]),
  ),
  payouts: [],
  rates: [],
  requests: [],
});

let product: SeededProduct;
let acme: SeededProject;
let other: SeededProject;

beforeAll(async () => {
  product = await startSeededProduct(
    [shop('Acme', 'USD'), shop('Other', 'KWD')],
    () => new Date(time),
  );
  const [first, second] = product.projects;
  if (!first || !second) throw new Error('Two shops are open.');
  [acme, other] = [first, second];
  const sold = (affid: string, order: string, value: string, status?: Status): Reported[] => [
    { visitor_id: order, event_name: 'click', event_time: at(-HOUR), affid, source: 'browser' },
    {
      visitor_id: order,
      event_name: 'purchase',
      event_time: at(0),
      order_id: order,
      value,
      source: 'server',
      ...(status ? { status } : {}),
    },
  ];
  await product.report(acme, [
    ...sold('1001', 'o-1', '300.05'),
    ...sold('1001', 'o-2', '100', 'pending'),
    ...sold('1001', 'o-3', '900', 'rejected'),
    ...sold('1002', 'o-4', '50'),
    ...sold('1003', 'o-5', '70'),
    {
      visitor_id: 'o-4',
      event_name: 'refund',
      event_time: at(1_000),
      order_id: 'o-4',
      value: '20',
      source: 'server',
    },
  ]);
  await product.flush();
}, 60_000);
afterAll(() => product?.stop());

const affiliateOf = (project: SeededProject, affid: string): number => {
  const found = project.affiliates.find((one) => one.affid === affid);
  if (!found) throw new Error(`There is no affiliate ${affid}.`);
  return found.id;
};

const input = (more: Partial<NewPayout> = {}): NewPayout => ({
  project: acme.id,
  affiliate: affiliateOf(acme, '1001'),
  amount: '10',
  currency: 'USD',
  period_start: '2026-11-01',
  period_end: '2026-11-20',
  paid_on: '2026-11-20',
  ...more,
});
const post = (body: object, token = product.tokens.owner, headers = {}) =>
  product.post('/api/v1/payouts/', token, body, headers);
async function record(more: Partial<NewPayout> = {}): Promise<Payout> {
  const { status, body } = await post(input(more));
  expect([status, body]).toEqual([201, expect.anything()]);
  return payoutSchema.parse(body);
}
async function undo(id: number): Promise<Payout> {
  const { status, body } = await product.post(
    `/api/v1/payouts/${id}/undo/`,
    product.tokens.owner,
    {},
  );
  expect([status, body]).toEqual([200, expect.anything()]);
  return payoutSchema.parse(body);
}
async function balances(query = '', token = product.tokens.owner): Promise<Balance[]> {
  const { status, body } = await product.get(
    `/api/v1/payout-balances/?project_id=${acme.id}&timezone=America/New_York${query || '&through=2026-11-20'}`,
    token,
  );
  expect([status, body]).toEqual([200, expect.anything()]);
  return z.array(balanceSchema).parse(body);
}
const balance = async (affid: string, query = '') =>
  (await balances(query)).find((one) => one.affid === affid);
async function list(query = '', token = product.tokens.owner) {
  const { status, body, headers } = await product.get(
    `/api/v1/payouts/?project_id=${acme.id}${query}`,
    token,
  );
  expect([status, body]).toEqual([200, expect.anything()]);
  return { rows: z.array(payoutSchema).parse(body), next: headers['x-next-cursor'] };
}
async function report(query = '') {
  const { body } = await product.get(
    `/api/v1/rc-payment-data/?affiliate_id=all&project_id=${acme.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=America/New_York${query}`,
    product.tokens.owner,
  );
  const { data } = z.object({ data: z.array(paymentSchema) }).parse(body);
  return data.find(({ affid }) => affid === '1001');
}

describe('what is due', () => {
  it('is what was approved, less refunds, and not what still waits for approval', async () => {
    expect(await balances()).toMatchObject([
      { affid: '1001', earned: 30.01, pending: 10, paid: 0, due: 30.01, advance: 0 },
      { affid: '1002', earned: 3, pending: 0, due: 3, first_day: '2026-11-20', paid_through: null },
      { affid: '1003', earned: 7, due: 7 },
    ]);
    expect(await balance('1001', '&through=2026-11-19')).toMatchObject({
      earned: 0,
      due: 0,
      first_day: null,
    });
  });

  it('falls by a payout to the last digit, and rises again by its undo', async () => {
    const payout = await record({ amount: '30.00', reference: 'wire 1' });
    expect(payout).toMatchObject({
      amount: 30,
      affid: '1001',
      affiliate_name: 'Partner 1001',
      period_start: '2026-11-01',
      period_end: '2026-11-20',
      reference: 'wire 1',
      recorded_by: 'owner',
      undone_at: null,
    });
    expect(await balance('1001')).toMatchObject({
      paid: 30,
      due: 0.01,
      paid_through: '2026-11-20',
    });
    expect(await report()).toMatchObject({ payout_paid: 30 });
    const undone = await undo(payout.id);
    expect(undone).toMatchObject({ undone_by: 'owner', undone_at: new Date(time).toISOString() });
    expect(await balance('1001')).toMatchObject({ paid: 0, due: 30.01, paid_through: null });
    expect(await report()).toMatchObject({ payout_paid: 0, last_payment_at: null });
  });

  it('is never negative: what was paid beyond it is an advance', async () => {
    const { id } = await record({ affiliate: affiliateOf(acme, '1002'), amount: '5' });
    expect(await balance('1002')).toMatchObject({ earned: 3, paid: 5, due: 0, advance: 2 });
    await undo(id);
  });

  it('names the last day that a payout can have, in the zone of the project', async () => {
    const { body } = await product.get(
      `/api/v1/payout-balances/?project_id=${acme.id}&timezone=Pacific/Kiritimati&through=2026-11-21`,
      product.tokens.owner,
    );
    const days = z.array(balanceSchema).parse(body);
    expect(new Set(days.map(({ today }) => today))).toEqual(new Set(['2026-11-20']));
  });

  it('keeps a view as of an instant when a payout is recorded or undone later', async () => {
    const before = new Date(time).toISOString();
    time += HOUR;
    const { id } = await record({ paid_on: '2026-11-20', amount: '4' });
    time += 1_000;
    const between = new Date(time).toISOString();
    time += HOUR;
    await undo(id);
    const paidAsOf = async (instant: string) => (await report(`&as_of=${instant}`))?.payout_paid;
    expect([
      await paidAsOf(before),
      await paidAsOf(between),
      await paidAsOf(new Date(time).toISOString()),
    ]).toEqual([0, 4, 0]);
  });
});

describe('a payout', () => {
  it.each<[string, Partial<NewPayout>, string, RegExp]>([
    ['another currency', { currency: 'EUR' }, 'currency', /Record it in USD, the currency of Acme/],
    ['more decimals than its currency has', { amount: '1.005' }, 'amount', /at most 2 decimals/],
    ['nothing', { amount: '0.00' }, 'amount', /other than 0/],
    ['a minus and no digits', { amount: '-' }, 'amount', /Enter an amount/],
    ['a correction of no payout', { amount: '-5', reference: ' ' }, 'reference', /say which/],
    ['a period that ends before it starts', { period_end: '2026-10-31' }, 'period_end', /before/],
    ['a day to come', { paid_on: '2026-11-21' }, 'paid_on', /up to today/],
    ['a reference of two lines', { reference: 'a\nb' }, 'reference', /one line/],
  ])('with %s is refused at its field', async (_, more, field, message) => {
    const { status, body } = await post(input(more));
    expect([status, body]).toEqual([400, { [field]: [expect.stringMatching(message)] }]);
  });

  it('to an affiliate of another project is refused at its field', async () => {
    const { status, body } = await post(input({ affiliate: affiliateOf(other, '1001') }));
    expect([status, body]).toEqual([400, { affiliate: [expect.stringContaining('no such')] }]);
  });

  it('has the three decimals of its currency', async () => {
    const mine = { project: other.id, affiliate: affiliateOf(other, '1001'), currency: 'KWD' };
    expect((await post(input({ ...mine, amount: '1.2345' }))).status).toBe(400);
    expect((await record({ ...mine, amount: '1.234' })).amount).toBe(1.234);
  });

  it('with a reference that was used is refused until the other one is undone', async () => {
    const first = await record({ reference: 'wire 2' });
    const { status, body } = await post(input({ reference: 'wire 2' }));
    expect([status, body]).toEqual([400, { reference: [expect.stringContaining('Undo')] }]);
    await undo(first.id);
    await undo((await record({ reference: 'wire 2' })).id);
    await undo((await record({ reference: '' })).id);
    expect((await undo((await record({ reference: null })).id)).reference).toBeNull();
  });

  it('is recorded once when its call is repeated with its key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = input({ reference: 'wire 3' });
    const [first, again] = [
      await post(body, product.tokens.owner, key),
      await post(body, product.tokens.owner, key),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    await undo(payoutSchema.parse(first.body).id);
  });

  it('is undone for a day, and then corrected by one below 0', async () => {
    const payout = await record({ amount: '12', reference: 'wire 4' });
    expect(payout.undo_until).toBe(new Date(time + 24 * HOUR).toISOString());
    const moveBack = (hours: number) =>
      product.pool.query(
        `update payouts set recorded_at = recorded_at - make_interval(hours => $2) where id = $1`,
        [payout.id, hours],
      );
    await moveBack(24);
    const { status, body } = await product.post(
      `/api/v1/payouts/${payout.id}/undo/`,
      product.tokens.owner,
      {},
    );
    expect([status, body]).toEqual([
      409,
      { detail: expect.stringMatching(/for a day. Record a correcting payout instead/) },
    ]);
    const paid = (await balance('1001'))?.paid ?? 0;
    const correction = await record({ amount: '-12', reference: 'corrects wire 4' });
    expect(await balance('1001')).toMatchObject({ paid: paid - 12 });
    const listed = (await list()).rows.find(({ id }) => id === payout.id);
    expect(listed).toMatchObject({ undone_at: null, undo_until: null });
    await undo(correction.id);
    await moveBack(-24);
    expect((await undo(payout.id)).undo_until).toBeNull();
  });

  it('is undone once, and both acts are in the audit log', async () => {
    const { id } = await record({ amount: '7.5' });
    const undone = await undo(id);
    time += HOUR;
    expect(await undo(id)).toEqual(undone);
    const { body } = await product.get(
      `/api/v1/audit-log/?project=${acme.id}&page_size=2`,
      product.tokens.owner,
    );
    expect(z.array(auditEntrySchema).parse(body)).toMatchObject([
      { action: 'payout.undone', target: '1001', details: { payout: id } },
      {
        action: 'payout.recorded',
        target: '1001',
        details: { payout: id, amount: '7.5', currency: 'USD' },
      },
    ]);
  });
});

describe('the list of payouts', () => {
  it('is paged, the latest paid first, with undone ones', async () => {
    const early = await record({ paid_on: '2026-11-02' });
    const late = await record({ paid_on: '2026-11-20' });
    const { rows } = await list();
    expect(rows.length).toBeGreaterThan(3);
    const placeOf = (one: Payout) => rows.findIndex(({ id }) => id === one.id);
    expect(placeOf(late)).toBeLessThan(placeOf(early));
    expect(rows.map(({ paid_at }) => paid_at)).toEqual(
      rows
        .map(({ paid_at }) => paid_at)
        .toSorted()
        .toReversed(),
    );
    expect(rows.at(-1)?.id).not.toBe(Math.min(...rows.map(({ id }) => id)));
    const read: Payout[] = [];
    let cursor = '';
    do {
      const page = await list(`&limit=2${cursor}`);
      read.push(...page.rows);
      cursor = page.next === undefined ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    expect(read).toEqual(rows);
    expect(rows.some(({ undone_at }) => undone_at !== null)).toBe(true);
    await undo(early.id);
    await undo(late.id);
  });

  it('shows an affiliate only its own, without the names of members', async () => {
    const { id } = await record({ affiliate: affiliateOf(acme, '1003') });
    const mine = await record({ affiliate: affiliateOf(acme, '1002'), amount: '1' });
    const { partner } = product.tokens;
    const { rows } = await list('', partner);
    expect(rows.map((row) => row.id)).not.toContain(id);
    expect(rows.find((row) => row.id === mine.id)).toMatchObject({ amount: 1, recorded_by: null });
    expect((await balances('', partner)).map(({ affid }) => affid)).toEqual(['1001', '1002']);
    const foreign = await product.get(
      `/api/v1/payouts/?project_id=${acme.id}&affiliate_id=${affiliateOf(acme, '1003')}`,
      partner,
    );
    expect(foreign.status).toBe(403);
    expect((await post(input(), partner)).status).toBe(403);
    await undo(id);
    await undo(mine.id);
  });

  it('is a file with its header in the first line and texts that no spreadsheet runs', async () => {
    const { id } = await record({ reference: '=1+1' });
    const file = await product.file(
      `/api/v1/payouts/export/?project_id=${acme.id}`,
      product.tokens.owner,
    );
    const [head = '', first = ''] = file.toString().split('\r\n');
    expect(head.split(',').slice(0, 3)).toEqual(['id', 'project', 'affiliate']);
    expect(first).toContain(',10.00,USD,2026-11-01,2026-11-20,');
    expect(first).toContain("'=1+1");
    await undo(id);
  });
});
