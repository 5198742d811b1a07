import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variantsSchema } from '#contract/analytics/report.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
const now = () => new Date('2026-11-20T20:14:05.123Z');

beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  await createProjects(pool, [acme]);
  await insertClicks(warehouse.writer, [
    { time: '2026-11-20T14:00:00.000Z', visitor: 'ann', campaign: 'c1' },
    { time: '2026-11-20T14:10:00.000Z', visitor: 'bob', campaign: 'c1' },
    { time: '2026-11-20T14:30:00.000Z', visitor: 'bob', campaign: 'c2', affid: '1002' },
    { time: '2026-11-20T15:00:00.000Z', visitor: 'eve', campaign: 'c3' },
  ]);
  const label = (id: string, name: string, { kind = 'campaign', affid = '' } = {}) => ({
    project_id: acme.id,
    kind,
    id,
    affid,
    name,
    seen_at: '2026-11-20 14:00:00.000',
  });
  await warehouse.writer.insert({
    table: 'labels',
    format: 'JSONEachRow',
    values: [
      label('c1', 'Spring'),
      label('c2', 'Summer'),
      label('c2', 'Summer', { affid: '1002' }),
      label('old', 'Winter'),
      label('s1', 'Parents', { kind: 'adset' }),
    ],
  });
  app = await startApp(
    stores,
    [
      tokenHolder('owner', [membershipOf(acme)]),
      tokenHolder('partner', [membershipOf(acme, [{ id: 2, affId: '1002' }])]),
    ],
    now,
  );
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

async function variants(token: string, search: string) {
  const response = await app.inject({
    url: `/api/v1/param-variants/?project_id=${acme.id}&${search}`,
    headers: { authorization: `Token ${token}` },
  });
  expect(response.statusCode).toBe(200);
  return variantsSchema.parse(response.json()).variants;
}

describe('the names of campaigns', () => {
  it('come with their clicks, and ids replace missing names', async () => {
    expect(await variants('owner', 'name=params.campaign_id')).toEqual([
      { value: 'c1', label: 'Spring', count: 2 },
      { value: 'c2', label: 'Summer', count: 1 },
      { value: 'c3', label: 'c3', count: 1 },
    ]);
  });

  it('come without counts, including names without recent clicks', async () => {
    const named = await variants('owner', 'name=params.campaign_id&counts=0');
    expect(named.sort((a, b) => (a.value < b.value ? -1 : 1))).toEqual([
      { value: 'c1', label: 'Spring', count: null },
      { value: 'c2', label: 'Summer', count: null },
      { value: 'old', label: 'Winter', count: null },
    ]);
  });

  it('are those of their own clicks only for a reader of a part of the project', async () => {
    const own = [{ value: 'c2', label: 'Summer', count: 1 }];
    expect(await variants('partner', 'name=params.campaign_id')).toEqual(own);
    expect(await variants('partner', 'name=params.campaign_id&counts=0')).toEqual(own);
  });
});

describe('a parameter named by its key', () => {
  it('is counted whether it is listed or not', async () => {
    const counted = [{ value: 'US', label: 'United States', count: 4 }];
    expect(await variants('owner', 'name=params.country')).toEqual(counted);
    expect(await variants('owner', 'name=params.country&counts=0')).toEqual(counted);
  });
});
