import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStores } from '#tests/support/stores.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

const stores = sharedStores();
const home = {
  id: 7,
  name: 'Home',
  timezone: 'UTC',
  currency: 'USD',
  affids: ['1001'],
};
const abroad = { ...home, id: 8, name: 'Abroad', currency: 'EUR', affids: ['2001'] };
const next = { ...home, id: 9, name: 'Next', affids: ['3001'] };
const now = () => new Date('2026-11-20T12:00:00.000Z');

let app: FastifyInstance;
let ids: ReadonlyMap<string, number>;

beforeAll(async () => {
  const { pool } = stores();
  await createProjects(pool, [home, abroad, next]);
  const everywhere = tokenHolder(
    'ana',
    [home, abroad, next].map((one) => membershipOf(one)),
  );
  app = await startApp(stores(), [everywhere], now);
  const { rows } = await pool.query<{ id: number; affid: string }>(
    'select id, aff_id as affid from affiliates',
  );
  ids = new Map(rows.map(({ id, affid }) => [affid, id]));
});
afterAll(() => app?.close());

const get = (url: string) => app.inject({ url, headers: { authorization: 'Token ana' } });
const of = (...affids: string[]) => affids.map((affid) => ids.get(affid)).join(',');

describe('affiliates of projects with different currencies', () => {
  const refusal = {
    affiliate_id: [
      'These affiliates belong to projects in EUR, USD. Choose affiliates of one currency at a time.',
    ],
  };

  it.each([
    'rc-data/?',
    'rc-chart-data/?',
    'rc-table-data/?',
    'bq-data/?',
    'revenue-last-year/?',
    'rc-payment-data/?',
    'figures/rows/?figure=revenue&',
    'conversions/?',
    'conversions/summary/?',
    'conversions/ledger/?',
    'conversions/export/?format=csv&',
    'export/?report=rc-data&format=csv&',
  ])('are refused by name: %s', async (call) => {
    const refused = await get(`/api/v1/${call}affiliate_id=${of('1001', '2001')}`);
    expect([refused.statusCode, refused.json()]).toEqual([400, refusal]);
    const answer = await get(`/api/v1/${call}affiliate_id=${of('1001', '3001')}`);
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

describe('the analytics endpoint', () => {
  const request = async (query: object) => {
    const written = encodeURIComponent(JSON.stringify({ timezone: 'UTC', ...query }));
    return get(`/cubejs-api/v1/load?query=${written}`);
  };
  const revenue = { measures: ['pixel_summary.server_revenue'] };
  const project = 'pixel_summary.project_id';

  it('never adds up money of several currencies', async () => {
    const refused = await request(revenue);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        error:
          'filters: Money in EUR, USD cannot be added up. Filter by project_id or group by it.',
      },
    ]);
    const filters = [{ member: project, operator: 'equals', values: ['7', '9'] }];
    for (const query of [
      { ...revenue, filters },
      { ...revenue, dimensions: [project] },
      { measures: ['pixel_summary.clicks'] },
    ]) {
      const answer = await request(query);
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });
});
