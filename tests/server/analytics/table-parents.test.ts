import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '#contract/analytics/report.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

const day = '2026-11-20';
let stores: Stores;
let app: FastifyInstance;

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  const { writer } = stores.warehouse;
  let count = 0;
  const click = (campaign_id: string, adset_id: string, ad_id: string) => ({
    project_id: acme.id,
    event_name: 'click',
    event_time: `${day} 14:00:00`,
    ingested_at: `${day} 14:00:00`,
    event_uid: `click-${count++}`,
    side: 'browser',
    visitor_id: `v${count}`,
    affid: '1001',
    campaign_id,
    adset_id,
    ad_id,
    country: 'US',
  });
  await writer.insert({
    table: 'events',
    values: [
      click('c1', 's1', 'a1'),
      click('c1', 's1', 'a1'),
      click('c2', 's2', 'a1'),
      click('c2', 's2', 'a2'),
      click('', '', 'lone'),
    ],
    format: 'JSONEachRow',
  });
  await writer.insert({
    table: 'costs',
    values: [
      {
        project_id: acme.id,
        date: day,
        campaign_id: 'c2',
        adset_id: 's3',
        ad_id: 'a3',
        event_time: `${day} 17:00:00`,
        ingested_at: `${day} 17:00:00`,
        spend: '5',
        spend_base: '5',
        version: '1',
      },
    ],
    format: 'JSONEachRow',
  });
  await writer.insert({
    table: 'labels',
    values: [
      { kind: 'campaign', id: 'c1', name: 'Spring sale' },
      { kind: 'adset', id: 's2', name: 'Lookalikes' },
    ].map((label) => ({ project_id: acme.id, affid: '', seen_at: `${day} 14:00:00`, ...label })),
    format: 'JSONEachRow',
  });
  app = await startApp(
    stores,
    [tokenHolder('owner', [membershipOf(acme)])],
    () => new Date(`${day}T20:14:05.000Z`),
  );
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

async function get(path: string, query: Record<string, string>) {
  const all = { affiliate_id: 'all', project_id: '7', start_date: day, end_date: day };
  const answer = await app.inject({
    url: `/api/v1/${path}/?${new URLSearchParams({ ...all, timezone: 'UTC', min_revenue: '0', ...query })}`,
    headers: { authorization: 'Token owner' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function parentsBy(query: Record<string, string>) {
  const { rows }: Table = (await get('rc-table-data', { parents: '1', ...query })).data;
  return Object.fromEntries(
    rows.map(({ key, parents }) => [key, parents?.map(({ label }) => label)]),
  );
}

describe('flat lists', () => {
  it('name the campaign and the ad set of each ad, by most of its clicks or else its cost', async () => {
    expect(await parentsBy({ group_by: 'ad_id' })).toEqual({
      a1: ['Spring sale', 's1'],
      a2: ['c2', 'Lookalikes'],
      a3: ['c2', 's3'],
      lone: ['(none)', '(none)'],
    });
  });

  it('name the campaign of each ad set', async () => {
    expect(await parentsBy({ group_by: 'adset_id' })).toMatchObject({
      s1: ['Spring sale'],
      s2: ['c2'],
    });
  });

  it('leave out what the opened rows name', async () => {
    expect(await parentsBy({ group_by: 'ad_id', parent: 'campaign_id:c2' })).toEqual({
      a1: ['Lookalikes'],
      a2: ['Lookalikes'],
      a3: ['s3'],
    });
    expect(await parentsBy({ group_by: 'adset_id', parent: 'campaign_id:c2' })).toEqual({
      s2: undefined,
      s3: undefined,
    });
    expect(await parentsBy({ group_by: 'campaign_id' })).toMatchObject({ c1: undefined });
  });

  it('name none unless they are asked to, and always in files', async () => {
    expect(await parentsBy({ group_by: 'ad_id', parents: '0' })).toMatchObject({ a1: undefined });
    const { rows } = await get('export', {
      report: 'rc-table-data',
      format: 'json',
      group_by: 'ad_id',
      min_revenue: '0.01',
    });
    expect(rows.find(({ key }: { key: string }) => key === 'a3')).toMatchObject({
      line: 'without server revenue',
      parents: 'c2 > s3',
    });
  });
});
