import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costGroupings, groupings } from '#contract/analytics/dimensions.ts';
import { figureRowsSchema } from '#contract/analytics/figure-rows.ts';
import type { Table } from '#contract/analytics/report.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';
import { acme, insertClicks, insertSales } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
const days = ['2026-10-31', '2026-11-01', '2026-11-02'];
const parse = { date_time_input_format: 'best_effort' } as const;

/** Costs whose cents no number of clicks divides, on days with a clock change, and one without any click. */
beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  await createProjects(pool, [acme]);
  const random = seededRandom(45);
  const one = <Item>(items: readonly Item[]): Item =>
    items[random.between(0, items.length - 1)] as Item;
  await insertClicks(
    warehouse.writer,
    Array.from({ length: 200 }, (_, index) => ({
      time: new Date(
        Date.UTC(2026, 9, 31, 4) + random.between(0, 73 * 3600 - 1) * 1000,
      ).toISOString(),
      visitor: `v${index}`,
      campaign: one(['c1', 'c2', 'c3']),
      country: one(['US', 'DE', 'FR', 'ZZ']),
      affid: one(['1001', '1002']),
    })),
  );
  const costs = days.flatMap((date) =>
    ['c1', 'c2', 'c3', 'none'].flatMap((campaign) =>
      ['', '1001', '1002'].map((affid) => ({
        date,
        campaign,
        affid,
        cents: random.between(1, 99_999),
      })),
    ),
  );
  await warehouse.writer.insert({
    table: 'costs',
    values: costs.map(({ date, campaign, affid, cents }) => ({
      project_id: acme.id,
      date,
      campaign_id: campaign,
      affid,
      event_time: `${date}T${date < '2026-11-01' ? '16' : '17'}:00:00.000Z`,
      ingested_at: `${date}T17:00:00.000Z`,
      spend: `${cents / 100}`,
      spend_base: `${cents / 100}`,
      version: '1',
    })),
    format: 'JSONEachRow',
    clickhouse_settings: parse,
  });
  await insertSales(warehouse.writer, [
    { id: 's1', time: '2026-11-01T15:00:00.000Z', value: '40', campaign: 'c1', country: 'DE' },
  ]);
  app = await startApp(
    stores,
    [
      tokenHolder('owner', [membershipOf(acme)]),
      tokenHolder('partner', [membershipOf(acme, [{ id: 1, affId: '1001' }])]),
    ],
    () => new Date('2026-11-20T20:14:05.000Z'),
  );
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

async function get(path: string, query: Record<string, string>, token = 'owner') {
  const all = { affiliate_id: 'all', project_id: String(acme.id), start_date: days[0] ?? '' };
  const zone = { end_date: days[2] ?? '', timezone: acme.timezone };
  return app.inject({
    url: `/api/v1/${path}/?${new URLSearchParams({ ...all, ...zone, ...query })}`,
    headers: { authorization: `Token ${token}` },
  });
}

async function table(query: Record<string, string>, token?: string): Promise<Table> {
  const answer = await get('rc-table-data', { min_revenue: '0', ...query }, token);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const cents = (...amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
const estimated = { estimated_cost: '1' };

describe('estimated costs of a table', () => {
  it.each(groupings)('add up to the cost to the cent, by %s', async (group_by) => {
    const known = (await table({ group_by: 'campaign_id' })).total.cost;
    expect(known).toBeGreaterThan(1000);
    const { rows, unattributed, other, total, estimate } = await table({ group_by, ...estimated });
    const costs = rows.map(({ cost }) => cost);
    expect(cents(total.cost)).toBe(cents(known));
    expect(cents(...costs)).toBe(cents(known));
    expect([unattributed.cost, other.cost]).toEqual([0, 0]);
    expect(estimate === undefined).toBe(costGroupings.includes(group_by));
    if (estimate) expect(cents(estimate.cost)).toBe(cents(known));
    const short = await table({ group_by, ...estimated, limit: '1', sort: 'cost' });
    expect(cents(short.other.cost, ...short.rows.map(({ cost }) => cost))).toBe(cents(known));
  });

  it('are those of the opened rows, and of filters', async () => {
    const campaigns = (await table({ group_by: 'campaign_id' })).rows;
    for (const { key, cost } of campaigns) {
      const below = await table({
        group_by: 'country',
        parent: `campaign_id:${key}`,
        ...estimated,
      });
      expect(cents(below.total.cost)).toBe(cents(cost));
      expect(cents(...below.rows.map((row) => row.cost))).toBe(cents(cost));
    }
    const { rows } = await table({ group_by: 'country', ...estimated });
    for (const { key, cost } of rows) {
      const below = await table({
        group_by: 'campaign_id',
        parent: `country:${key}`,
        ...estimated,
      });
      const filtered = await table({ group_by: 'campaign_id', countries: `${key}`, ...estimated });
      expect(Math.abs(cents(below.total.cost) - cents(cost))).toBeLessThanOrEqual(1);
      expect(filtered.rows.map((row) => [row.key, row.cost])).toEqual(
        below.rows.map((row) => [row.key, row.cost]),
      );
    }
  });

  it('give profit, ROAS and CPA, and name what had no click', async () => {
    const { rows, estimate } = await table({ group_by: 'country', ...estimated });
    const german = rows.find(({ key }) => key === 'DE');
    const cost = german?.cost ?? 0;
    expect(german).toMatchObject({ conversions: 1, revenue: 40, cpa: cost });
    expect(german?.profit).toBeCloseTo(40 - cost, 1);
    expect(german?.roas).toBeCloseTo(40 / cost, 3);
    expect(german?.roi).toBeCloseTo((40 - cost) / cost, 3);
    const none = (await table({ group_by: 'campaign_id' })).rows.find(({ key }) => key === 'none');
    expect(cents(estimate?.without_clicks ?? 0)).toBeGreaterThanOrEqual(cents(none?.cost ?? 0));
    const unknown = rows.find(({ key }) => key === 'ZZ');
    expect(unknown?.cost).toBeGreaterThan(estimate?.without_clicks ?? Number.NaN);
  });

  it('have no hour where no click was', async () => {
    const { rows, estimate } = await table({ group_by: 'hour', ...estimated });
    const none = rows.find(({ key }) => key === null);
    expect(cents(none?.cost ?? 0)).toBe(cents(estimate?.without_clicks ?? 0));
    expect(none?.label).toBe('(none)');
    const twice = rows.filter(({ key }) => key?.startsWith('2026-11-01T01'));
    expect(twice.map(({ key }) => key?.slice(19)).sort()).toEqual(['-04:00', '-05:00']);
    const [hour] = twice;
    const below = await table({ group_by: 'country', parent: `hour:${hour?.key}`, ...estimated });
    expect(Math.abs(cents(below.total.cost) - cents(hour?.cost ?? 0))).toBeLessThanOrEqual(1);
  });

  it('show a member of one affiliate the costs and clicks of that affiliate alone', async () => {
    const known = await table({ group_by: 'campaign_id' }, 'partner');
    const { rows, total } = await table({ group_by: 'country', ...estimated }, 'partner');
    const own = await table({ group_by: 'country', affiliate_id: '1', ...estimated });
    expect(cents(total.cost)).toBe(cents(known.total.cost));
    expect(cents(...rows.map(({ cost }) => cost))).toBe(cents(known.total.cost));
    expect(rows.map(({ key, cost }) => [key, cost])).toEqual(
      own.rows.map(({ key, cost }) => [key, cost]),
    );
  });

  it('are unknown as before without the parameter, and it takes 0 and 1 alone', async () => {
    const { rows, estimate } = await table({ group_by: 'country' });
    expect(estimate).toBeUndefined();
    expect(rows.filter(({ cost }) => cost !== 0).map(({ key }) => key)).toEqual(['ZZ']);
    const wrong = await get('rc-table-data', { estimated_cost: 'yes' });
    expect(wrong.statusCode).toBe(400);
    expect(Object.keys(wrong.json())).toEqual(['estimated_cost']);
    expect((await get('rc-data', estimated)).statusCode).toBe(400);
  });

  it('open to the costs and how each was spread', async () => {
    const { rows } = await table({ group_by: 'country', ...estimated });
    const german = rows.find(({ key }) => key === 'DE')?.cost ?? 0;
    for (const cell of ['country:DE', null]) {
      const answer = await get('figures/rows', {
        figure: 'estimated_cost',
        limit: '500',
        ...(cell ? { cell } : {}),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const found = figureRowsSchema.parse(answer.json().data);
      expect(found.sum).toBe(found.figure.value);
      expect(found.rows).toHaveLength(found.total_rows);
      expect(new Set(found.rows.map(({ id }) => id)).size).toBe(found.total_rows);
      expect(found.parts.map(({ name }) => name)).toEqual(['cost_without_clicks']);
      if (cell) expect(Math.abs(cents(Number(found.sum)) - cents(german))).toBeLessThanOrEqual(1);
      const spread = found.rows.filter(({ label }) => /\(\d+ of \d+ clicks\)$/.test(label ?? ''));
      const apart = found.rows.filter(({ label }) => label?.endsWith('(no click)'));
      expect(spread.length + apart.length).toBe(found.total_rows);
      expect(apart.length > 0).toBe(cell === null);
    }
  });

  it('are the measures of the analytics endpoint', async () => {
    const query = {
      measures: ['pixel_summary.estimated_cost', 'pixel_summary.estimated_profit'],
      dimensions: ['pixel_summary.country'],
      timeDimensions: [{ dimension: 'pixel_summary.hour', dateRange: [days[0], days[2]] }],
      timezone: acme.timezone,
    };
    const answer = await app.inject({
      url: `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`,
      headers: { authorization: 'Token owner' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const found: Record<string, string>[] = answer.json().data;
    const sum = found.reduce((all, row) => all + Number(row['pixel_summary.estimated_cost']), 0);
    expect(cents(sum)).toBe(cents((await table({ group_by: 'campaign_id' })).total.cost));
  });
});
