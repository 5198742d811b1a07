import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/period.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import {
  createProjects,
  membershipOf,
  type ProjectFacts,
  startApp,
  tokenHolder,
} from './test-app.ts';

const HOUR = 3_600_000;
const STEP = 30 * 60_000;

/** Local days with a clock change, and the number of hourly points of each. */
const days = [
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-06-01', 24],
  ['America/New_York', '2026-11-01', 25],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Australia/Lord_Howe', '2026-04-05', 25],
  ['Australia/Lord_Howe', '2026-10-04', 24],
  ['Asia/Kathmandu', '2026-05-05', 24],
  ['America/Sao_Paulo', '2018-11-04', 23],
  ['America/Sao_Paulo', '2018-02-17', 25],
  ['Atlantic/Azores', '2026-03-29', 23],
  ['Atlantic/Azores', '2026-10-25', 25],
  ['Africa/Casablanca', '2026-02-15', 25],
  ['Africa/Casablanca', '2026-03-22', 23],
  ['Pacific/Apia', '2011-12-29', 24],
  ['Pacific/Apia', '2011-12-30', 0],
  ['Pacific/Apia', '2011-12-31', 24],
] as const;

/** Days align in their order, so a skipped day aligns with none. */
const daysOfAll = days.filter(([zone]) => zone !== 'Pacific/Apia');

const now = new Date('2026-11-20T12:00:00Z');
const project: ProjectFacts = {
  id: 1,
  name: 'Clock shop',
  timezone: 'UTC',
  currency: 'USD',
  affids: [],
};

/** The local day of an instant by the operating system's own calendar. */
const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return (time: number) => format.format(new Date(time));
};

/** Every half hour from two days before to three days after. */
function instantsAround(day: string): number[] {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return Array.from({ length: 240 }, (_, index) => noon - 60 * HOUR + index * STEP);
}

type Point = {
  start: string;
  clicks: number | null;
  conversion: number | null;
  revenue: number | null;
};

type Figures = { clicks: number | null; revenue: number | null };
type Compared = {
  date: number;
  previous: Figures | null;
  previous_so_far?: Figures;
  lone_previous?: (Figures & { previous_so_far?: Figures })[];
};

/** The faults of a day's points, in words; empty for correct ones. */
function faultsIn(points: readonly Point[], hours: number, inDay: readonly number[]): string[] {
  const sum = (of: (point: Point) => number | null) =>
    points.reduce((total, point) => total + (of(point) ?? 0), 0);
  const starts = points.map(({ start }) => Date.parse(start));
  return [
    ...(points.length === hours ? [] : [`${points.length} points instead of ${hours}`]),
    ...(new Set(starts).size === starts.length ? [] : ['two points start at the same instant']),
    ...(starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0))
      ? []
      : ['the points are out of order']),
    ...(sum(({ clicks }) => clicks) === inDay.length ? [] : ['clicks do not add up']),
    ...(sum(({ conversion }) => conversion) === inDay.length ? [] : ['conversions do not add up']),
    ...points.flatMap(({ start, clicks }) => {
      const from = Date.parse(start);
      const own = inDay.filter((time) => time >= from && time < from + HOUR);
      const next = starts.find((time) => time > from) ?? Number.POSITIVE_INFINITY;
      return clicks === own.filter((time) => time < next).length ? [] : [`${start} is wrong`];
    }),
  ];
}

describe('days with a clock change', () => {
  let stores: Stores;
  let app: FastifyInstance;

  beforeAll(async () => {
    stores = await startStores();
    await createProjects(stores.pool, [project]);
    const times = [...new Set(days.flatMap(([, day]) => instantsAround(day)))].sort(
      (a, b) => a - b,
    );
    const text = (time: number) => new Date(time).toISOString().replace('T', ' ').replace('Z', '');
    await stores.warehouse.writer.insert({
      table: 'events',
      format: 'JSONEachRow',
      values: times.map((time) => ({
        project_id: 1,
        event_name: 'click',
        event_time: text(time),
        ingested_at: text(time),
        event_uid: `click-${time}`,
        visitor_id: `visitor-${time}`,
        side: 'server',
      })),
    });
    await stores.warehouse.writer.insert({
      table: 'conversions',
      format: 'JSONEachRow',
      values: times.map((time) => ({
        project_id: 1,
        conversion_id: `c-${time}`,
        side: 'server',
        version: '1',
        known_at: text(time),
        record: 'conversion',
        event_name: 'purchase',
        event_time: text(time),
        event_uid: `p-${time}`,
        value: '1.25',
        raw_count: 1,
        raw_value: '1.25',
        status: 'approved',
        user_key: String(time),
      })),
    });
    app = await startApp(stores, [tokenHolder('token', [membershipOf(project)])], () => now);
  }, 60_000);
  afterAll(async () => {
    await app?.close();
    await stores?.stop();
  });

  async function read(
    call: string,
    zone: string,
    day: string,
    { compare = 'previous', ...more }: Record<string, string> = {},
  ) {
    const query = new URLSearchParams({
      affiliate_id: 'all',
      project_id: '1',
      start_date: day,
      end_date: day,
      timezone: zone,
      compare,
      excluded: '0',
      ...more,
    });
    const answer = await app.inject({
      url: `/api/v1/${call}/?${query}`,
      headers: { authorization: 'Token token' },
    });
    expect([call, zone, day, answer.statusCode]).toEqual([call, zone, day, 200]);
    return answer.json().data;
  }

  async function load(query: object): Promise<Record<string, string | null>[]> {
    const answer = await app.inject({
      url: `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`,
      headers: { authorization: 'Token token' },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json().data;
  }

  it.each(days)('%s has on %s %i hours', async (zone, day, hours) => {
    const isThatDay = dayIn(zone);
    const inDay = instantsAround(day).filter((time) => isThatDay(time) === day);
    expect(faultsIn(await read('rc-chart-data', zone, day), hours, inDay)).toEqual([]);

    const money = inDay.length * 1.25;
    expect((await read('rc-data', zone, day)).revenue).toBe(money);
    expect((await read('cc-data', zone, day)).clicks).toBe(inDay.length);
    expect((await read('rc-table-data', zone, day)).total).toMatchObject({
      clicks: inDay.length,
      server_revenue: money,
    });

    const rows = await load({
      measures: ['pixel_summary.clicks', 'pixel_summary.server_revenue'],
      timeDimensions: [
        { dimension: 'pixel_summary.hour', granularity: 'hour', dateRange: [day, day] },
      ],
      timezone: zone,
    });
    const sum = (measure: string) =>
      rows.reduce((total, row) => total + Number(row[`pixel_summary.${measure}`] ?? 0), 0);
    expect([sum('clicks'), sum('server_revenue')]).toEqual([inDay.length, money]);
  });

  it.each(daysOfAll)(
    '%s counts the elapsed part of %s that it is compared with',
    async (zone, day) => {
      const after = addDays(day, 1);
      const requests = [
        [day, { as_of: `${day}T16:17:18Z` }],
        [after, { as_of: `${after}T16:17:18Z` }],
        [after, { end_date: addDays(day, 2), as_of: `${addDays(day, 2)}T16:17:18Z` }],
      ] as const;
      for (const [start, more] of requests) {
        const query = { ...more, compare: 'same_elapsed' };
        const points: Compared[] = await read('rc-chart-data', zone, start, query);
        const before = points.flatMap(
          ({ previous, previous_so_far: part = previous, lone_previous: lone = [] }) => [
            ...(part ? [part] : []),
            ...lone.map(({ previous_so_far: some, ...hour }) => some ?? hour),
          ],
        );
        const total = before.reduce((sum, { clicks }) => sum + (clicks ?? 0), 0);
        expect(total).toBe((await read('cc-data', zone, start, query)).previous.clicks);
        expect(total).toBeGreaterThan(0);
      }
    },
  );

  it.each(days)('%s compares on %s each hour with the same local hour', async (zone, day) => {
    const points: Compared[] = await read('rc-chart-data', zone, day);
    const before = points.flatMap(({ previous, lone_previous: lone = [] }) => [
      ...(previous ? [previous] : []),
      ...lone,
    ]);
    const total = before.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0);
    if (points.length > 0) {
      expect(total).toBe((await read('rc-data', zone, day)).previous.revenue);
    }
    const seen = new Set<number>();
    for (const { date, previous } of points) {
      if (seen.has(date)) expect([date, previous]).toEqual([date, null]);
      seen.add(date);
    }
    const { rows } = await read('revenue-date-range', zone, day);
    for (const { date, previous_date: other } of rows) expect([date, null]).toContain(other);
  });

  it('finds hours that are distinguished only by their label', async () => {
    const [zone, day] = ['America/New_York', '2026-11-01'];
    const isThatDay = dayIn(zone);
    const inDay = instantsAround(day).filter((time) => isThatDay(time) === day);
    const result = await stores.warehouse.reader.query({
      query: `SELECT toHour(event_time, {zone:String}) AS hour, count() AS clicks FROM events
        WHERE toDate(event_time, {zone:String}) = {day:Date} AND event_name = 'click' GROUP BY hour ORDER BY hour`,
      query_params: { zone, day },
      format: 'JSONEachRow',
    });
    const merged = (await result.json<{ hour: number; clicks: string }>()).map(
      ({ hour, clicks }): Point => ({
        start: new Date(Date.parse(`${day}T04:00:00Z`) + hour * HOUR).toISOString(),
        clicks: Number(clicks),
        conversion: Number(clicks),
        revenue: 0,
      }),
    );
    expect(faultsIn(merged, 25, inDay)).toContain('24 points instead of 25');
  });
});
