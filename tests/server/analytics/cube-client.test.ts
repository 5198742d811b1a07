import cube, { type CubeApi, type Query, RequestError } from '@cubejs-client/core';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertSales, rival } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
let address: string;
const now = () => new Date('2026-11-20T20:14:05.000Z');

beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  await createProjects(pool, [acme, rival]);
  await insertClicks(warehouse.writer, [
    { time: '2026-11-19T15:00:00.000Z', visitor: 'ann' },
    { time: '2026-11-20T15:00:00.000Z', visitor: 'ann' },
    { time: '2026-11-20T15:59:59.999Z', visitor: 'bob', affid: '1002', country: 'CA' },
    { time: '2026-11-20T15:30:00.000Z', visitor: 'eve', project: rival.id, affid: '3001' },
  ]);
  await insertClicks(warehouse.writer, halfHoursAroundClockChanges());
  await insertSales(warehouse.writer, [
    { id: 'a', time: '2026-11-20T15:10:00.000Z', value: '86.50', user: 1 },
    { id: 'b', time: '2026-11-20T16:10:00.000Z', value: '10.255', user: 1, country: 'CA' },
    { id: 'c', time: '2026-11-20T15:10:00.000Z', value: '999', project: rival.id },
  ]);
  app = await startApp(
    stores,
    [
      tokenHolder('owner', [membershipOf(acme)]),
      tokenHolder('partner', [membershipOf(acme, [{ id: 2, affId: '1002' }])]),
    ],
    now,
  );
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

/** Clicks without an affiliate, every half hour of the days whose clocks change in the tested zones. */
function halfHoursAroundClockChanges() {
  const days = ['2026-09-06', '2026-04-24', '2026-03-29', '2026-03-08', '2026-10-04', '2026-04-05'];
  return [...days, '2026-05-05'].flatMap((day) =>
    Array.from({ length: 144 }, (_, half) => ({
      time: new Date(Date.parse(day) - 86_400_000 + half * 1_800_000).toISOString(),
      visitor: 'zoe',
      affid: '',
    })),
  );
}

async function clientOf(
  person: string,
  options: { castNumerics?: boolean; method?: 'POST' } = {},
): Promise<CubeApi> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/analytics-token/',
    headers: { authorization: `Token ${person}` },
  });
  const { token }: { token: string } = answer.json();
  return cube(token, { apiUrl: `${address}/cubejs-api/v1`, ...options });
}

const m = (name: string) => `pixel_summary.${name}`;
const day: Query = {
  measures: [
    m('server_revenue'),
    m('server_purchases'),
    m('server_aov'),
    m('clicks'),
    m('unique_clicks'),
  ],
  timeDimensions: [{ dimension: m('hour'), dateRange: ['2026-11-20', '2026-11-20'] }],
  timezone: 'America/New_York',
};
const failure = async (request: Promise<unknown>): Promise<RequestError> => {
  const error = await request.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RequestError) return error;
  throw new Error(`The client did not fail as it does: ${String(error)}`);
};

describe("Cube's own client", () => {
  it('reads figures as text, as Cube writes them', async () => {
    const result = await (await clientOf('owner')).load(day);
    expect(result.rawData()).toEqual([
      {
        [m('server_revenue')]: '96.755',
        [m('server_purchases')]: '2',
        [m('server_aov')]: '48.3775',
        [m('clicks')]: '2',
        [m('unique_clicks')]: '2',
      },
    ]);
  });

  it('reads figures as numbers with castNumerics', async () => {
    const api = await clientOf('owner', { castNumerics: true });
    expect((await api.load(day)).rawData()[0]?.[m('server_revenue')]).toBe(96.755);
  });

  it('draws a series and fills its gaps', async () => {
    const result = await (await clientOf('owner')).load({
      ...day,
      timeDimensions: [
        { dimension: m('hour'), granularity: 'hour', dateRange: ['2026-11-20', '2026-11-20'] },
      ],
    });
    const [revenue] = result.series();
    expect(revenue?.series).toHaveLength(24);
    expect(revenue?.series.filter(({ value }) => value > 0)).toMatchObject([
      { x: '2026-11-20T10:00:00.000', value: 86.5 },
      { x: '2026-11-20T11:00:00.000', value: 10.255 },
    ]);
    expect(result.seriesNames().map(({ shortTitle }) => shortTitle)).toContain('Server revenue');
  });

  it('pivots by dimensions and reads the compact shape', async () => {
    const query: Query = {
      measures: [m('server_revenue')],
      dimensions: [m('country')],
      filters: [{ member: m('server_revenue'), operator: 'gt', values: ['0'] }],
      total: true,
    };
    const api = await clientOf('owner');
    const rows = [
      { [m('country')]: 'US', [m('server_revenue')]: '86.5' },
      { [m('country')]: 'CA', [m('server_revenue')]: '10.255' },
    ];
    const result = await api.load(query);
    expect(result.tablePivot()).toEqual(rows);
    expect(result.totalRows()).toBe(2);
    expect((await api.load(query, {}, undefined, 'compact')).rawData()).toEqual(rows);
  });

  it('sends queries that are too long for an address in a body', async () => {
    const values = ['1001', '1002'];
    const query: Query = {
      ...day,
      filters: Array.from({ length: 90 }, () => ({
        member: m('affid'),
        operator: 'equals',
        values,
      })),
    };
    expect((await (await clientOf('owner')).load(query)).rawData()[0]?.[m('clicks')]).toBe('2');
    expect((await (await clientOf('owner', { method: 'POST' })).load(day)).rawData()).toHaveLength(
      1,
    );
  });

  it('reads the model', async () => {
    const meta = await (await clientOf('owner')).meta();
    const [summary] = meta.cubes;
    expect(summary?.name).toBe('pixel_summary');
    expect(summary?.measures.length).toBeGreaterThan(50);
    expect(meta.resolveMember(m('server_revenue'), 'measures')).toMatchObject({ type: 'number' });
  });

  it('sees the affiliates of its token only', async () => {
    const api = await clientOf('partner');
    expect((await api.load({ measures: [m('clicks')] })).rawData()).toEqual([
      { [m('clicks')]: '1' },
    ]);
    const error = await failure(
      api.load({
        measures: [m('clicks')],
        filters: [{ member: m('affid'), operator: 'equals', values: ['1001'] }],
      }),
    );
    expect([error.status, error.message]).toEqual([403, 'You do not have access to this.']);
  });

  it.each<[string, Query, number, string]>([
    [
      'a foreign project',
      {
        measures: [m('clicks')],
        filters: [{ member: m('project_id'), operator: 'notEquals', values: ['9'] }],
      },
      403,
      'You do not have access to this.',
    ],
    [
      'an unknown measure',
      { measures: [m('profits')] },
      400,
      'member: "pixel_summary.profits" is not in this model.',
    ],
    [
      'an unknown cube',
      { measures: ['orders.count'] },
      400,
      'member: "orders.count" is not in this model.',
    ],
    [
      'an unknown zone',
      { ...day, timezone: 'Mars/Olympus' },
      400,
      'timezone: "Mars/Olympus" is not a known time zone.',
    ],
    [
      'too long a range',
      {
        ...day,
        timeDimensions: [{ dimension: m('hour'), dateRange: ['2024-01-01', '2026-01-01'] }],
      },
      400,
      'dateRange: Choose at most 400 days.',
    ],
  ])('gets the reason why %s is refused', async (_, query, status, message) => {
    const error = await failure((await clientOf('owner')).load(query));
    expect([error.status, error.message]).toEqual([status, message]);
  });

  it.each<[string, object, string]>([
    [
      'an operator',
      { filters: [{ or: [{ member: m('country'), operator: 'like', values: ['U'] }] }] },
      'filters.0.or.0.operator: "like" is no operator here. Use one of equals, notEquals,',
    ],
    [
      'a value',
      { filters: [{ member: m('country'), operator: 'equals', values: ['US', null] }] },
      'filters.0.values.1: null is no value. Use set or notSet for rows with or without one.',
    ],
    [
      'a number as a value',
      { filters: [{ member: m('clicks'), operator: 'gt', values: [3] }] },
      'filters.0.values.0: 3 is no text. Write values in quotation marks.',
    ],
    [
      'a date operator on a text',
      { filters: [{ member: m('country'), operator: 'beforeDate', values: ['2026-11-20'] }] },
      'filters: beforeDate does not fit country. It takes hour.',
    ],
    [
      'a text operator on a figure',
      { filters: [{ member: m('clicks'), operator: 'startsWith', values: ['1'] }] },
      'filters: startsWith does not fit clicks.',
    ],
    [
      'a query too long for the engine',
      {
        measures: [
          'clicks',
          'unique_clicks',
          'server_revenue',
          'server_purchases',
          'cost',
          'roas',
          'profit',
        ].map(m),
        dimensions: [
          'affid',
          'campaign_id',
          'adset_id',
          'ad_id',
          'country',
          'device',
          'utm_source',
          'utm_medium',
        ].map(m),
        filters: Array.from({ length: 20 }, (_, filter) => ({
          member: m('utm_content'),
          operator: 'contains',
          values: Array.from({ length: 50 }, (__, value) => `text ${filter} ${value}`),
        })),
      },
      'filters: Use at most 200 values of contains, startsWith and endsWith in one query.',
    ],
  ])('gets %s that is refused by name', async (_, query, message) => {
    const api = await clientOf('owner', { method: 'POST' });
    const error = await failure(api.load({ measures: [m('clicks')], ...query } as Query));
    expect([error.status, error.message.slice(0, message.length)]).toEqual([400, message]);
  });

  const names = async (operator: string, values: string[], member = 'affid') =>
    (
      await (
        await clientOf('owner')
      ).load({
        measures: [m('clicks')],
        dimensions: [m('affid')],
        timeDimensions: [{ dimension: m('hour'), dateRange: ['2026-11-01', '2026-11-30'] }],
        filters: [
          { member: m(member), operator, values },
          { member: m('record'), operator: 'equals', values: ['click'] },
        ],
      } as Query)
    )
      .rawData()
      .map((row) => row[m('affid')])
      .sort();

  it.each<[string, string[], string[]]>([
    ['equals', ['nope'], []],
    ['notEquals', ['nope'], ['1001', '1002']],
    ['contains', ['a'], []],
    ['notContains', ['02'], ['1001']],
    ['startsWith', ['10'], ['1001', '1002']],
    ['startsWith', ['0'], []],
    ['notStartsWith', ['1002', 'x'], ['1001']],
    ['endsWith', ['1', '2'], ['1001', '1002']],
    ['notEndsWith', ['1'], ['1002']],
    ['endsWith', ['%'], []],
  ])('an owner filters affiliates by any code: %s %j', async (operator, values, found) => {
    expect(await names(operator, values)).toEqual(found);
  });

  it.each<[string, string, string[]]>([
    ['beforeDate', '2026-11-20', ['1001']],
    ['beforeOrOnDate', '2026-11-20', ['1001', '1002']],
    ['beforeOrOnDate', '2026-11-18', []],
    ['afterDate', '2026-11-19', ['1001', '1002']],
    ['afterDate', '2026-11-20', []],
    ['afterOrOnDate', '2026-11-20', ['1001', '1002']],
    ['afterOrOnDate', '2026-11-20T15:30:00.000', ['1002']],
    ['afterDate', '2026-11-20T16:00:00.000', []],
    ['afterDate', '2026-11-20T14:59:59.000', ['1001', '1002']],
  ])('a day is %s %s', async (operator, date, found) => {
    expect(await names(operator, [date], 'hour')).toEqual(found);
  });

  it.each(['quarter', 'year'] as const)('time is grouped by %s', async (granularity) => {
    const api = await clientOf('owner');
    const dateRange: [string, string] = ['2026-11-01', '2026-11-30'];
    const set = await api.load({
      measures: [m('clicks')],
      timeDimensions: [{ dimension: m('hour'), granularity, dateRange }],
    });
    const start = granularity === 'year' ? '2026-01-01' : '2026-10-01';
    expect(set.rawData().map((row) => row[m(`hour.${granularity}`)])).toEqual([
      `${start}T00:00:00.000`,
    ]);
  });

  it.each([
    ['America/Santiago', '2026-09-06', 'day'],
    ['Africa/Cairo', '2026-04-24', 'day'],
    ['Asia/Beirut', '2026-03-29', 'day'],
    ['America/Havana', '2026-03-08', 'day'],
    ['Australia/Lord_Howe', '2026-10-04', 'hour'],
    ['Australia/Lord_Howe', '2026-04-05', 'hour'],
    ['Asia/Kathmandu', '2026-05-05', 'hour'],
  ] as const)('the pivot by time of the client finds every row: %s %s', async (zone, day, step) => {
    const api = await clientOf('owner');
    const around: [string, string] = [
      new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10),
      new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10),
    ];
    const set = await api.load({
      measures: [m('clicks')],
      timezone: zone,
      timeDimensions: [{ dimension: m('hour'), granularity: step, dateRange: around }],
    });
    const rows = set.rawData();
    expect(rows.length).toBeGreaterThan(2);
    const labels = set.timeSeries({ dimension: m('hour'), granularity: step, dateRange: around });
    for (const row of rows) expect(labels).toContain(row[m(`hour.${step}`)]);
  });

  it('is refused without a valid token', async () => {
    for (const token of ['', 'nonsense', 'eyJhbGciOiJub25lIn0.e30.']) {
      const api = cube(token, { apiUrl: `${address}/cubejs-api/v1` });
      expect((await failure(api.load(day))).status).toBe(403);
    }
    const answer = await app.inject({ url: '/cubejs-api/v1/load?query={}' });
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { error: "Authorization header isn't set" },
    ]);
  });
});
