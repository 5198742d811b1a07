import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedReports } from '#contract/analytics/export.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser, flagUser } from '#server/accounts/users.ts';
import { changeAffiliate, createAffiliate } from '#server/affiliates/repository.ts';
import { storeRates } from '#server/import/store-rates.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { type Stores, silent, startStores } from '#tests/support/stores.ts';

let time = Date.parse('2026-11-20T12:00:00.000Z');
const now = () => new Date(time);
const later = (minutes: number) => {
  time += minutes * 60_000;
};

let stores: Stores;
let mover: Mover;
let app: FastifyInstance;
let user: number;
let token: string;
let project: number;
let affiliate: number;
let collectKey: string;

beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  mover = startMover({ pool, warehouse, log: silent, now });
  const { wake, watermark } = mover;
  app = await appOf(productModules({ pool, reader: warehouse.reader, now, wake, watermark }));
  const hasher = { ...createHasher(), hash: async () => 'nobody logs in here' };
  user = (await createUser(pool, hasher, { email: 'owner@pinned.test', password: '' })).id;
  await flagUser(pool, user, { isDebug: true });
  const created = await createProject(pool, {
    name: 'Pinned',
    timezone: 'America/New_York',
    currency: 'USD',
    createdBy: user,
  });
  project = created.project.id;
  collectKey = created.collectKey;
  affiliate = await createAffiliate(pool, {
    projectId: project,
    affId: '1001',
    name: 'Partner',
    payout: { type: 'revshare', value: 0.1 },
  });
  token = await openSession(pool, user, { now: now(), userAgent: 'test' });
});
afterAll(async () => {
  await app?.close();
  await mover?.stop();
  await stores?.stop();
});

async function report(events: readonly object[]) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/collect/server/?backfill=1',
    headers: { authorization: `Token ${collectKey}` },
    payload: { events },
  });
  expect(answer.json(), answer.body).toMatchObject({ accepted: events.length, rejected: [] });
  await mover.flush();
}

const click = (id: string, at: string) => ({
  event_name: 'click',
  click_id: id,
  visitor_id: `v-${id}`,
  affid: '1001',
  campaign_id: `c-${id}`,
  country: 'US',
  state: 'TX',
  event_time: at,
});
const page = (id: string, at: string) => ({
  event_name: 'page_view',
  visitor_id: `v-${id}`,
  affid: '1001',
  event_time: at,
});
const sale = (id: string, at: string, fields: object = {}) => ({
  event_name: 'purchase',
  event_id: `o-${id}`,
  order_id: `o-${id}`,
  click_id: id,
  visitor_id: `v-${id}`,
  value: '80.00',
  currency: 'USD',
  event_time: at,
  ...fields,
});
const cost = (campaign: string, spend: string, currency = 'USD') => ({
  event_name: 'cost',
  date: '2026-11-20',
  platform: 'meta',
  campaign_id: campaign,
  spend,
  currency,
});

/** The dashboard calls; the totals of the screen are two of them. */
const reports = exportedReports.filter((name) => name !== 'totals');

const paths: Partial<Record<(typeof reports)[number], string>> = {
  'conversion-summary': 'conversions/summary',
  'conversion-ledger': 'conversions/ledger',
  'figure-rows': 'figures/rows',
};

const days = { start_date: '2026-11-20', end_date: '2026-11-20' };
/** The reports without a comparison. */
const separateReports: readonly string[] = ['conversion-ledger', 'figure-rows'];

async function read(name: (typeof reports)[number], query: Record<string, string>) {
  const selection =
    name === 'all-rc-payment-data' ? {} : { affiliate_id: 'all', project_id: String(project) };
  const request = new URLSearchParams({
    ...selection,
    timezone: 'America/New_York',
    ...days,
    ...(separateReports.includes(name) ? {} : { compare: 'same_elapsed' }),
    ...(name === 'rc-table-data' ? { min_revenue: '0' } : {}),
    ...(name === 'figure-rows' ? { figure: 'server_revenue' } : {}),
    ...query,
  });
  const answer = await app.inject({
    url: `/api/v1/${paths[name] ?? name}/?${request}`,
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Every report, without the fields about its own computation. */
async function everything(query: Record<string, string> = {}) {
  const answers = await Promise.all(reports.map((name) => read(name, query)));
  return Object.fromEntries(
    answers.map(({ data, meta: { query_ms: _ms, complete_through: _through, ...meta } }, index) => [
      reports[index] ?? '',
      { data, meta },
    ]),
  );
}
type Everything = Awaited<ReturnType<typeof everything>>;

const different = (a: Everything, b: Everything): string[] =>
  reports.filter((name) => JSON.stringify(a[name]?.data) !== JSON.stringify(b[name]?.data));

let pinned: { as_of: string };
let then: Everything;
let own: object;

const ownFunnel = async (query: object = {}): Promise<object> =>
  (await read('funnel-analysis-data', { funnel: 'own', ...query })).data;

async function changeFunnel(method: 'POST' | 'PATCH', path: string, payload: object) {
  const answer = await app.inject({
    method,
    url: `/api/v1/funnels/${path}?project_id=${project}`,
    headers: { authorization: `Token ${token}` },
    payload,
  });
  expect([200, 201], answer.body).toContain(answer.statusCode);
}

const stepsOf = (...events: string[]) =>
  events.map((event) => ({
    slug: event.replaceAll('_', '-'),
    name: event,
    kind: 'custom',
    matcher: { any: [{ event }] },
  }));

describe('a permalink', () => {
  it('shows what the screen showed', async () => {
    await report([
      click('a', '2026-11-20T11:00:00Z'),
      click('b', '2026-11-20T11:10:00Z'),
      click('z', '2026-11-19T11:10:00Z'),
      page('a', '2026-11-20T11:01:00Z'),
      sale('a', '2026-11-20T11:20:00Z'),
      sale('b', '2026-11-20T11:30:00Z', { value: '1000', currency: 'JPY' }),
      sale('z', '2026-11-19T11:30:00Z'),
      cost('c-a', '30'),
      cost('c-b', '500', 'JPY'),
    ]);
    later(10);
    const { meta } = await read('rc-data', {});
    pinned = { as_of: meta.complete_through };
    expect(meta.complete_through).toBe(now().toISOString());
    then = await everything();
    expect(different(await everything(pinned), then)).toEqual([]);
    expect(then['rc-data']?.data).toMatchObject({ revenue: 80, cost: 30 });
  });

  it('shows an own funnel as it is published', async () => {
    const steps = stepsOf('click', 'page_view', 'purchase');
    await changeFunnel('POST', '', { project, name: 'Own', steps });
    await changeFunnel('POST', 'own/publish/', {});
    own = await ownFunnel();
    expect(own).toMatchObject({ steps: [{ users: 2 }, { users: 1 }, { users: 1, revenue: 80 }] });
    expect(await ownFunnel(pinned)).toEqual(own);
  });

  it('does not change with late events, refunds, corrections, rates, costs and terms', async () => {
    later(60);
    const { pool } = stores;
    await changeAffiliate(pool, affiliate, { payout: { type: 'cpa', value: 9 } }, now());
    await report([
      click('c', '2026-11-20T10:00:00Z'),
      page('c', '2026-11-20T10:01:00Z'),
      sale('c', '2026-11-20T10:20:00Z', { value: '500' }),
      sale('a', '2026-11-20T11:25:00Z', { status: 'rejected', value: '81' }),
      { ...sale('z', '2026-11-20T11:40:00Z'), event_name: 'refund', event_id: 'r-z', value: '25' },
      cost('c-a', '44'),
      cost('c-late', '7'),
    ]);
    await storeRates(pool, [
      { base: 'USD', currency: 'JPY', valid_from: '2026-01-01', rate: '0.01' },
    ]);
    await expect
      .poll(async () => (await read('rc-data', {})).data.cost, { timeout: 20_000 })
      .toBe(44 + 7 + 5);
    await pool.query(
      `insert into payouts (affiliate_id, reference, amount, currency, paid_at)
       values ($1, 'p', 12, 'USD', $2)`,
      [affiliate, now()],
    );
    expect(different(await everything(), then)).toEqual(
      expect.arrayContaining([
        'rc-data',
        'rc-chart-data',
        'rc-table-data',
        'revenue-last-year',
        'funnel-analysis-data',
        'rc-payment-data',
      ]),
    );
    expect(different(await everything(pinned), then)).toEqual([]);
  });

  it('does not change with what is published later', async () => {
    expect(await ownFunnel()).not.toEqual(own);
    expect(await ownFunnel(pinned)).toEqual(own);
    await changeFunnel('PATCH', 'own/', { steps: stepsOf('click', 'purchase') });
    await changeFunnel('POST', 'own/publish/', {});
    expect(await ownFunnel()).toMatchObject({ steps: [{}, {}] });
    expect(await ownFunnel(pinned)).toEqual(own);
  });

  it('compares with the same part of the day before next year too', async () => {
    const soon = await everything(pinned);
    later(370 * 24 * 60);
    token = await openSession(stores.pool, user, { now: now(), userAgent: 'test' });
    const nextYear = await everything(pinned);
    expect(nextYear).toEqual(soon);
    expect(different(nextYear, then)).toEqual([]);
    const { meta, data } = await read('rc-chart-data', pinned);
    expect(meta.compare.utc_to).toBe('2026-11-19T12:10:00.000Z');
    expect(data.filter(({ revenue }: { revenue: number | null }) => revenue === null)).toHaveLength(
      16,
    );
  });

  it('is exported as it is shown', async () => {
    const file = await app.inject({
      url: `/api/v1/export/?${new URLSearchParams({ report: 'rc-data', format: 'json', affiliate_id: 'all', project_id: String(project), timezone: 'America/New_York', ...days, compare: 'same_elapsed', ...pinned })}`,
      headers: { authorization: `Token ${token}` },
    });
    expect(file.json()).toMatchObject({ meta: pinned, rows: [{ revenue: 80, cost: 30 }] });
  });
});
