import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '#contract/analytics/report.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertCosts, insertSales, vast } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

/** More campaigns than one statement reads as a whole. */
const many = 10_050;
const day = '2026-11-20';
let stores: Stores;
let app: FastifyInstance;

beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  await createProjects(pool, [acme, vast]);
  const time = `${day}T14:00:00.000Z`;
  await insertClicks(warehouse.writer, [
    { time, visitor: 'ann', campaign: 'sold' },
    { time, visitor: 'bob', campaign: 'dear', country: 'DE' },
    { time, visitor: 'eve', campaign: 'free' },
    { project: vast.id, time, visitor: 'ann', campaign: 'sold', affid: '4001' },
  ]);
  const sale = { time, value: '40', campaign: 'sold' };
  await insertSales(warehouse.writer, [
    { ...sale, id: 'a' },
    { ...sale, id: 'b', value: '9', campaign: 'seen', side: 'browser' },
    { ...sale, id: 'c', value: '3', campaign: 'unpaid' },
    { ...sale, id: 'd', project: vast.id, affid: '4001' },
  ]);
  const cost = (campaign: string, spend: string, project = acme.id) => ({
    project,
    date: day,
    campaign,
    spend,
  });
  await insertCosts(warehouse.writer, [
    cost('sold', '10'),
    cost('dear', '25.50'),
    cost('cheap', '4.25'),
    cost('seen', '0.25'),
    cost('', '60'),
    cost('sold', '10', vast.id),
    ...Array.from({ length: many }, (_, index) => cost(`w${index}`, `0.${index % 9}1`, vast.id)),
  ]);
  app = await startApp(
    stores,
    [tokenHolder('owner', [membershipOf(acme)]), tokenHolder('vast', [membershipOf(vast)])],
    () => new Date(`${day}T20:14:05.000Z`),
  );
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

async function get(path: string, query: Record<string, string>, project = acme.id) {
  const all = { affiliate_id: 'all', project_id: String(project), start_date: day, end_date: day };
  const answer = await app.inject({
    url: `/api/v1/${path}/?${new URLSearchParams({ ...all, timezone: 'UTC', ...query })}`,
    headers: { authorization: `Token ${project === acme.id ? 'owner' : 'vast'}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
}

const table = async (query: Record<string, string> = {}, project = acme.id): Promise<Table> =>
  (await get('rc-table-data', query, project)).json().data;
const keysOf = (rows: Table['rows'] | undefined) => rows?.map(({ key }) => key);

describe('rows that spent without revenue', () => {
  it('are a section of their own beside the rows with revenue', async () => {
    const { rows, spent, other, total } = await table({ spent: 'rows', sort: 'cost' });
    expect(keysOf(rows)).toEqual(['sold', 'unpaid']);
    expect(keysOf(spent?.rows)).toEqual(['dear', 'cheap', 'seen']);
    expect(spent).toMatchObject({
      count: 3,
      clicks: 1,
      cost: 30,
      server_revenue: 0,
      browser_revenue: 9,
    });
    expect(spent?.rows?.[0]).toMatchObject({ label: 'dear', clicks: 1, cost: 25.5, profit: -25.5 });
    // A cost without a campaign is no row of its own, and clicks without a cost spent nothing.
    expect(other).toMatchObject({ count: 5, cost: 90, clicks: 2 });
    expect(total.cost).toBe(100);
  });

  it('have the order and the limit of the table', async () => {
    const { spent } = await table({ spent: 'rows', sort: 'label', order: 'asc', limit: '2' });
    expect(keysOf(spent?.rows)).toEqual(['cheap', 'dear']);
    expect(spent).toMatchObject({ count: 3, cost: 30 });
    const changed = await table({ spent: 'rows', sort: 'revenue_change', compare: 'previous' });
    expect(keysOf(changed.spent?.rows)?.toSorted()).toEqual(['cheap', 'dear', 'seen']);
  });

  it('are only summed up while their section is closed', async () => {
    const { spent } = await table({ spent: 'sums' });
    expect(spent).toMatchObject({ count: 3, cost: 30 });
    expect(spent?.rows).toBeUndefined();
  });

  it.each([
    ['nobody asks for them', {}],
    ['all rows are shown', { spent: 'rows', min_revenue: '0' }],
    ['costs have no such dimension', { spent: 'rows', group_by: 'country' }],
    ['a filter hides a part of the costs', { spent: 'rows', countries: '-FR' }],
    ['the opened row hides the costs', { spent: 'rows', parent: 'country:DE' }],
  ])('are left out where %s', async (_, query) => {
    expect((await table(query)).spent).toBeUndefined();
  });

  it('are exact in a table that is too large to be read as a whole', async () => {
    const { rows, spent, other } = await table(
      { spent: 'rows', sort: 'cost', limit: '20' },
      vast.id,
    );
    expect(keysOf(rows)).toEqual(['sold']);
    const costs = Array.from({ length: many }, (_, index) => (index % 9) * 10 + 1);
    const cents = costs.reduce((sum, one) => sum + one, 0);
    expect(spent).toMatchObject({ count: many, cost: cents / 100, clicks: 0 });
    expect(spent?.rows).toHaveLength(20);
    expect(new Set(spent?.rows?.map(({ cost }) => cost))).toEqual(new Set([0.81]));
    expect(other).toMatchObject({ count: many, cost: cents / 100 });
    expect((await table({ spent: 'sums' }, vast.id)).spent).toEqual(
      Object.fromEntries(Object.entries(spent ?? {}).filter(([name]) => name !== 'rows')),
    );
  });

  it('are named in a file, whose lines add up to the total', async () => {
    const file = await get('export', { report: 'rc-table-data', format: 'json', sort: 'cost' });
    const { rows } = file.json();
    const lines: { line: string; key: string | null; cost: number | null; groups?: number }[] =
      rows;
    expect(lines.map(({ line, key }) => [line, key])).toEqual([
      ['row', 'sold'],
      ['row', 'unpaid'],
      ['without server revenue', 'dear'],
      ['without server revenue', 'cheap'],
      ['without server revenue', 'seen'],
      ['unattributed', null],
      ['other', null],
      ['total', null],
    ]);
    const costOf = (some: typeof lines) => some.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
    expect(costOf(lines.slice(0, -1))).toBe(costOf(lines.slice(-1)));
    expect(lines.find(({ line }) => line === 'other')).toMatchObject({ groups: 2, cost: 60 });
  });
});
