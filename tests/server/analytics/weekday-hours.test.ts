import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '#contract/analytics/report.ts';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

const zone = 'America/New_York';
/** A Sunday of 25 hours: the clock shows 01:00 to 01:59 twice. */
const longDay = '2026-11-01';
let stores: Stores;
let app: FastifyInstance;

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  const { writer } = stores.warehouse;
  const clicks = [
    '2026-11-01 05:30:00',
    '2026-11-01 06:30:00',
    '2026-11-01 19:10:00',
    '2026-11-02 04:59:59',
    '2026-11-02 05:00:00',
    '2026-11-08 06:10:00',
  ];
  await writer.insert({
    table: 'events',
    values: clicks.map((time, index) => ({
      project_id: acme.id,
      event_name: 'click',
      event_time: time,
      ingested_at: time,
      event_uid: `click-${index}`,
      side: 'browser',
      visitor_id: `v${index}`,
      campaign_id: 'c1',
      country: 'US',
    })),
    format: 'JSONEachRow',
  });
  await writer.insert({
    table: 'costs',
    values: [
      {
        project_id: acme.id,
        date: longDay,
        campaign_id: 'c1',
        event_time: `${longDay} 17:00:00`,
        ingested_at: `${longDay} 17:00:00`,
        spend: '5',
        spend_base: '5',
        version: '1',
      },
    ],
    format: 'JSONEachRow',
  });
  app = await startApp(
    stores,
    [tokenHolder('owner', [membershipOf(acme)])],
    () => new Date('2026-11-20T20:14:05.000Z'),
  );
}, 60_000);
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

const send = (path: string, query: Record<string, string>) =>
  app.inject({
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { authorization: 'Token owner' },
  });

const days = {
  affiliate_id: 'all',
  project_id: `${acme.id}`,
  start_date: '2026-11-01',
  end_date: '2026-11-08',
  timezone: zone,
};

async function get<Data>(path: string, query: Record<string, string>): Promise<Data> {
  const answer = await send(`/api/v1/${path}/`, { ...days, ...query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const table = async (query: Record<string, string>) =>
  (await get<Table>('rc-table-data', { min_revenue: '0', sort: 'label', order: 'asc', ...query }))
    .rows;

describe('the hours of the week', { timeout: 60_000 }, () => {
  it('are those of the clock: the repeated hour of a long day is one', async () => {
    const hours = await get<WeekdayHour[]>('weekday-hours', {});
    expect(hours.map((one) => [one.weekday, one.hour_of_day, one.clicks])).toEqual([
      [1, 0, 1],
      [7, 1, 3],
      [7, 14, 1],
      [7, 23, 1],
    ]);
  });

  it('move with the zone of the question', async () => {
    const hours = await get<WeekdayHour[]>('weekday-hours', { timezone: 'Asia/Tokyo' });
    expect(hours.map((one) => [one.weekday, one.hour_of_day, one.clicks])).toEqual([
      [1, 4, 1],
      [1, 13, 1],
      [1, 14, 1],
      [7, 14, 1],
      [7, 15, 2],
    ]);
  });

  it('group the breakdown in the order of the clock, under their names', async () => {
    const hours = await table({ group_by: 'hour_of_day' });
    expect(hours.map(({ key, label, clicks, cost }) => [key, label, clicks, cost])).toEqual([
      ['0', '00:00', 1, 0],
      ['1', '01:00', 3, 0],
      ['14', '14:00', 1, 0],
      ['23', '23:00', 1, 0],
      [null, '(none)', 0, 5],
    ]);
    const weekdays = await table({ group_by: 'weekday' });
    expect(weekdays.map(({ key, label, clicks, cost }) => [key, label, clicks, cost])).toEqual([
      ['1', 'Monday', 1, 0],
      ['7', 'Sunday', 5, 5],
    ]);
  });

  it('open other rows and are opened by them', async () => {
    const repeated = { start_date: longDay, end_date: longDay, parent: 'hour_of_day:1' };
    const hours = await table({ group_by: 'hour', ...repeated });
    expect(hours.map(({ key, clicks }) => [key, clicks])).toEqual([
      ['2026-11-01T01:00:00-04:00', 1],
      ['2026-11-01T01:00:00-05:00', 1],
    ]);
    const within = await table({ group_by: 'hour_of_day', parent: 'weekday:1' });
    expect(within.map(({ key, clicks }) => [key, clicks])).toEqual([['0', 1]]);
  });

  it.each([
    ['hour_of_day:24', '"24" is no hour of day.'],
    ['hour_of_day:1.5', '"1.5" is no hour of day.'],
    ['weekday:0', '"0" is no weekday.'],
    ['weekday:Monday', '"Monday" is no weekday.'],
  ])('refuse the row %s', async (parent, message) => {
    const answer = await send('/api/v1/rc-table-data/', { ...days, group_by: 'country', parent });
    expect([answer.statusCode, answer.json()]).toEqual([400, { parent: [message] }]);
  });

  it('have rows behind their figures', async () => {
    const figure = await get<{ figure: { value: string }; total_rows: number }>('figures/rows', {
      figure: 'clicks',
      'cell[]': 'weekday:7',
    });
    expect([figure.figure.value, figure.total_rows]).toEqual(['5', 5]);
    const cell = new URLSearchParams([
      ...Object.entries({ ...days, figure: 'clicks' }),
      ['cell[]', 'weekday:7'],
      ['cell[]', 'hour_of_day:1'],
    ]);
    const answer = await app.inject({
      url: `/api/v1/figures/rows/?${cell}`,
      headers: { authorization: 'Token owner' },
    });
    expect(answer.json().data).toMatchObject({
      figure: { value: '3' },
      total_rows: 3,
      filters: expect.arrayContaining([
        { name: 'weekday', title: 'Weekday', only: true, values: ['Sunday'] },
        { name: 'hour_of_day', title: 'Hour of day', only: true, values: ['01:00'] },
      ]),
    });
  });

  it.each([
    [zone, { 1: 1, 7: 5 }],
    ['UTC', { 1: 2, 7: 4 }],
  ])(
    'are dimensions of the analytics endpoint, in the zone %s of the query',
    async (timezone, clicks) => {
      const member = (name: string) => `pixel_summary.${name}`;
      const answer = await send('/cubejs-api/v1/load', {
        query: JSON.stringify({
          measures: [member('clicks')],
          dimensions: [member('weekday')],
          filters: [
            { member: member('project_id'), operator: 'equals', values: [`${acme.id}`] },
            { member: member('hour_of_day'), operator: 'set' },
          ],
          timezone,
        }),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const found: Record<string, string>[] = answer.json().data;
      expect(
        Object.fromEntries(
          found.map((row) => [row[member('weekday')], Number(row[member('clicks')])]),
        ),
      ).toEqual(clicks);
    },
  );
});
