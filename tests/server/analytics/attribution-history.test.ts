import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { report, tableSchema } from '#contract/analytics/report.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { acme, insertSales, rival, type SaleSample } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

const stores = sharedStores();
const facts = { ...acme, id: 71, affids: ['7101', '7102'] };
const other = { ...rival, id: 72, affids: ['7201'] };
const now = () => new Date('2026-11-20T20:00:00.000Z');
let app: FastifyInstance;

const first = { time: '2026-11-18T09:00:00.000Z', campaign: 'c1', affid: '7101' };
const late = {
  time: '2026-11-19T09:00:00.000Z',
  campaign: 'c2',
  affid: '7102',
  known: '2026-11-20T15:00:00.000Z',
};
const sold: SaleSample = {
  project: facts.id,
  id: 'history',
  time: '2026-11-20T10:00:00.000Z',
  value: '100',
  affid: '7101',
  campaign: 'c1',
};

beforeAll(async () => {
  const { pool, warehouse } = stores();
  await createProjects(pool, [facts, other]);
  await insertSales(warehouse.writer, [{ ...sold, touches: [first] }], '2026-11-20T10:00:00.000Z');
  await insertSales(
    warehouse.writer,
    [{ ...sold, touches: [first, late], affid: '7102', campaign: 'c2' }],
    '2026-11-20T15:00:00.000Z',
  );
  await insertSales(warehouse.writer, [
    { ...sold, project: other.id, id: 'foreign', affid: '7101', touches: [first, late] },
  ]);
  const partner = membershipOf(facts, [{ id: 1, affId: '7101' }]);
  app = await startApp(
    { ...stores() },
    [tokenHolder('owner', [membershipOf(facts)]), tokenHolder('partner', [partner])],
    now,
  );
});
afterAll(() => app?.close());

async function credits(query: Record<string, string>, person = 'owner') {
  const search = new URLSearchParams({
    affiliate_id: 'all',
    project_id: `${facts.id}`,
    timezone: 'UTC',
    start_date: '2026-11-01',
    end_date: '2026-11-20',
    ...query,
  });
  const url = `/api/v1/rc-table-data/?${search}`;
  const answer = await app.inject({ url, headers: { authorization: `Token ${person}` } });
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows } = report(tableSchema).parse(answer.json()).data;
  return Object.fromEntries(rows.map(({ key, server_revenue }) => [key, server_revenue]));
}

it('a model as of an instant uses what was known then', async () => {
  for (const model of ['linear', 'last_non_direct', 'first_click', 'any_click']) {
    expect(await credits({ model, as_of: '2026-11-20T12:00:00Z' })).toEqual({ c1: 100 });
    expect(await credits({ model, as_of: '2026-11-20T09:00:00Z' })).toEqual({});
  }
  expect(await credits({ model: 'linear', as_of: '2026-11-20T16:00:00Z' })).toEqual({
    c1: 50,
    c2: 50,
  });
  expect(await credits({ model: 'linear' })).toEqual({ c1: 50, c2: 50 });
});

it('a touch that was stored later is ignored, whatever its version', async () => {
  const { writer } = stores().warehouse;
  const early = { ...sold, id: 'early', touches: [first, late] };
  await insertSales(writer, [early], '2026-11-20T11:00:00.000Z');
  expect(await credits({ model: 'linear', as_of: '2026-11-20T12:00:00Z' })).toEqual({ c1: 200 });
  expect(await credits({ model: 'linear' })).toEqual({ c1: 100, c2: 100 });
});

it('a person sees no clicks or projects of others', async () => {
  for (const clock of ['conversion', 'click']) {
    const query = { model: 'linear', group_by: 'affid', clock };
    expect(await credits(query)).toEqual({ 7101: 100, 7102: 100 });
    expect(await credits(query, 'partner')).toEqual({ 7101: 100 });
  }
  expect(await credits({ group_by: 'affid' }, 'partner')).toEqual({ 7101: 100 });
});
