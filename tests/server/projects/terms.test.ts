import { beforeEach, describe, expect, it } from 'vitest';
import { type Company, masterPixelStage, noon, openCompany, tell } from '../master-pixels/stage.ts';

const stage = masterPixelStage();
const patiently = { timeout: 20_000 };
let company: Company;

beforeEach(async () => {
  stage().setNow(noon);
  company = await openCompany(stage());
});

const sold = (id: string, more: object = {}) => ({
  ...{ event_id: id, order_id: id, event_name: 'purchase', value: 100, affid: '9009' },
  ...more,
});

async function agree(aff_id: string, payout: object) {
  const body = { aff_id, project: company.projectId, name: 'Late', payout };
  const answer = await stage().call(company.owner, 'POST', '/api/v1/affiliates/', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id as number;
}

async function owed() {
  const url = `/api/v1/rc-payment-data/?affiliate_id=all&project_id=${company.projectId}&timezone=UTC`;
  const rows: { affid: string; payout: number }[] = (
    await stage().call(company.owner, 'GET', url)
  ).json().data;
  return Object.fromEntries(rows.map(({ affid, payout }) => [affid, payout]));
}

describe('the first terms of an affiliate', () => {
  it('count for what was reported before it was created', async () => {
    await tell(stage(), company, [
      sold('1'),
      sold('2', { payout: 3 }),
      { event_id: 'r1', order_id: '1', event_name: 'refund', value: 40 },
      sold('of another', { affid: '1001' }),
    ]);
    expect(await owed()).toEqual({ '1001': 0 });
    await agree('9009', { type: 'revshare', value: 0.5 });
    await expect.poll(owed, patiently).toEqual({ '1001': 0, '9009': 50 + 3 - 20 });
  });

  it('are the only ones that do: later ones count from their moment on', async () => {
    await tell(stage(), company, [sold('1', { event_time: '2026-11-20T10:00:00Z' })]);
    const id = await agree('9009', { type: 'revshare', value: 0.5 });
    await expect.poll(owed, patiently).toEqual({ '9009': 50 });
    stage().setNow(new Date('2026-11-20T13:00:00Z'));
    const payout = { type: 'cpa', value: 7 };
    await stage().call(company.owner, 'PUT', `/api/v1/affiliates/${id}/`, { payout });
    await agree('9010', payout);
    await tell(stage(), company, [
      sold('1', { event_time: '2026-11-20T10:00:00Z', params: { again: 1 } }),
      sold('2', { event_time: '2026-11-20T13:00:00Z' }),
    ]);
    await expect.poll(owed, patiently).toEqual({ '9009': 57 });
  });
});
