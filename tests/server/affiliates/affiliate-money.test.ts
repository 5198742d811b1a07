import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Company,
  masterPixelFixture,
  noon,
  openCompany,
  sendEvents,
} from '../master-pixels/fixture.ts';

const fixture = masterPixelFixture();
const retryOptions = { timeout: 20_000 };
let company: Company;

beforeEach(async () => {
  fixture().setNow(noon);
  company = await openCompany(fixture());
});

const sold = (id: string, more: object = {}) => ({
  event_id: id,
  order_id: id,
  event_name: 'purchase',
  value: 100,
  affid: '9009',
  ...more,
});

async function createAffiliate(aff_id: string, payout: object) {
  const body = { aff_id, project: company.projectId, name: 'Late', payout };
  const answer = await fixture().call(company.owner, 'POST', '/api/v1/affiliates/', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id as number;
}

async function readPayouts() {
  const url = `/api/v1/rc-payment-data/?affiliate_id=all&project_id=${company.projectId}&timezone=UTC`;
  const rows: { affid: string; payout: number }[] = (
    await fixture().call(company.owner, 'GET', url)
  ).json().data;
  return Object.fromEntries(rows.map(({ affid, payout }) => [affid, payout]));
}

const put = (id: number, body: object) =>
  fixture().call(company.owner, 'PUT', `/api/v1/affiliates/${id}/`, body);

describe('the first terms of an affiliate', () => {
  it('apply to events before its creation', async () => {
    await sendEvents(fixture(), company, [
      sold('1'),
      sold('2', { payout: 3 }),
      { event_id: 'r1', order_id: '1', event_name: 'refund', value: 40 },
      sold('of another', { affid: '1001' }),
    ]);
    expect(await readPayouts()).toEqual({ '1001': 0 });
    await createAffiliate('9009', { type: 'revshare', value: 0.5 });
    await expect.poll(readPayouts, retryOptions).toEqual({ '1001': 0, '9009': 50 + 3 - 20 });
  });

  it('are the only ones that apply to earlier events: later terms apply from their own time on', async () => {
    await sendEvents(fixture(), company, [sold('1', { event_time: '2026-11-20T10:00:00Z' })]);
    const id = await createAffiliate('9009', { type: 'revshare', value: 0.5 });
    await expect.poll(readPayouts, retryOptions).toEqual({ '9009': 50 });
    fixture().setNow(new Date('2026-11-20T13:00:00Z'));
    const payout = { type: 'cpa', value: 7 };
    await put(id, { payout });
    await createAffiliate('9010', payout);
    await sendEvents(fixture(), company, [
      sold('1', { event_time: '2026-11-20T10:00:00Z', params: { again: 1 } }),
      sold('2', { event_time: '2026-11-20T13:00:00Z' }),
    ]);
    await expect.poll(readPayouts, retryOptions).toEqual({ '9009': 57 });
  });
});

describe('the code of an affiliate', () => {
  const share = { type: 'revshare', value: 0.5 };

  it('can be corrected before any event is recorded, and then covers the events under it', async () => {
    await sendEvents(fixture(), company, [
      sold('1'),
      sold('a test', { affid: '9090', test: true }),
    ]);
    const id = await createAffiliate('9090', share);
    const renamed = await put(id, { aff_id: '9009', name: 'Late' });
    expect(renamed.json()).toMatchObject({ id, aff_id: '9009' });
    await expect.poll(readPayouts, retryOptions).toEqual({ '9009': 50 });
  });

  it.each([
    ['a purchase', { event_name: 'purchase', value: 100 }],
    ['a click', { event_name: 'click' }],
    ['a cost', { event_name: 'cost', spend: 5, date: '2026-11-20' }],
  ])(
    'is fixed once %s is recorded with it, so that it cannot pass to another affiliate',
    async (_, event) => {
      const id = await createAffiliate('9009', share);
      await sendEvents(fixture(), company, [{ ...event, affid: '9009' }]);
      const before = await readPayouts();
      const refused = await put(id, { aff_id: '9010', name: 'Renamed' });
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toEqual({
        aff_id: [
          'Stays 9009: clicks, conversions or costs are recorded under it. Create another affiliate for another id.',
        ],
      });
      expect((await put(id, { aff_id: '9009', name: 'Renamed' })).json()).toMatchObject({
        aff_id: '9009',
        name: 'Renamed',
      });
      expect(await readPayouts()).toEqual(before);
    },
  );

  it('is fixed by an event that was just accepted, and by a manual correction', async () => {
    const [waiting, corrected] = [
      await createAffiliate('9009', share),
      await createAffiliate('9010', share),
    ];
    const { pool } = fixture().stores;
    const payload = { kind: 'event', event: { affid: '9009', is_test: 0 }, labels: [] };
    await pool.query(
      `insert into inbox (project_id, received_at, payload, batch_id)
       values ($1, now(), $2, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
      [company.projectId, payload],
    );
    const correction = {
      project_id: company.projectId,
      affid: '9010',
      amount_payout: '5',
      note: '',
      amount_revenue: '0',
      reason_code: 'duplicate',
      effective_date: '2026-11-20',
    };
    const url = '/api/v1/conversions/adjustments/';
    const stored = await fixture().call(company.owner, 'POST', url, correction);
    expect(stored.statusCode, stored.body).toBe(201);
    for (const id of [waiting, corrected]) {
      expect((await put(id, { aff_id: 'other' })).statusCode).toBe(400);
    }
  });
});
