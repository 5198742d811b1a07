import cube, { type CubeApi, type Query, RequestError } from '@cubejs-client/core';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cubeResultSchema } from '#contract/analytics/cube.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertSales } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
let api: CubeApi;

/** Four days of returning people and of orders; three countries earn in turn. */
beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  await createProjects(pool, [acme]);
  const countries = ['US', 'DE', 'FR'];
  const moments = ['17', '18', '19', '20'].flatMap((day) =>
    ['03', '09', '14', '19'].map((hour) => `2026-11-${day}T${hour}`),
  );
  await insertClicks(
    warehouse.writer,
    moments.map((moment, index) => ({
      time: `${moment}:10:00.000Z`,
      visitor: `v${index % 5}`,
      country: countries[index % 3] ?? '',
    })),
  );
  await insertSales(
    warehouse.writer,
    moments.map((moment, index) => ({
      id: `o${index}`,
      user: index % 4,
      value: `${index * 7}.0${index % 10}05`,
      country: countries[(index + 1) % 3] ?? '',
      time: `${moment}:40:00.000Z`,
    })),
  );
  app = await startApp(stores, [tokenHolder('owner', [membershipOf(acme)])], () => now);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/analytics-token/',
    headers: { authorization: 'Token owner' },
  });
  const { token } = z.object({ token: z.string() }).parse(answer.json());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  api = cube(token, { apiUrl: `${address}/cubejs-api/v1` });
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

const now = new Date('2026-11-20T20:14:05.000Z');
const m = (name: string) => `pixel_summary.${name}`;
type Range = [string, string];
type Rest = Omit<Query, 'timeDimensions'>;

const comparing = (ranges: Range[], rest: Rest, granularity?: 'hour' | 'day'): Query => ({
  ...rest,
  timeDimensions: [
    { dimension: m('hour'), compareDateRange: ranges, ...(granularity && { granularity }) },
  ],
});
const readSingle = (dateRange: Range, rest: Rest, granularity?: 'hour' | 'day'): Query => ({
  ...rest,
  timeDimensions: [{ dimension: m('hour'), dateRange, ...(granularity && { granularity }) }],
});

const answerSchema = z.object({
  loadResponse: z.object({
    queryType: z.string(),
    results: z.array(cubeResultSchema),
    pivotQuery: z.looseObject({ dimensions: z.array(z.string()) }),
  }),
});
const load = async (query: Query) =>
  answerSchema.parse((await api.load(query)).serialize()).loadResponse;

describe('compared date ranges', () => {
  const days: Range[] = [
    ['2026-11-20', '2026-11-20'],
    ['2026-11-19T00:00:00.000', '2026-11-19T20:14:04.999'],
  ];
  const rest: Rest = { measures: [m('server_purchases'), m('clicks')], timezone: 'UTC' };

  it('are answered as Cube answers them, each with its own result', async () => {
    const { queryType, results, pivotQuery } = await load(comparing(days, rest));
    const shown = [
      '2026-11-20T00:00:00.000 - 2026-11-20T23:59:59.999',
      '2026-11-19T00:00:00.000 - 2026-11-19T20:14:04.999',
    ];
    const figures = { [m('server_purchases')]: '4', [m('clicks')]: '4' };
    expect(queryType).toBe('compareDateRangeQuery');
    expect(results.map(({ data }) => data)).toEqual(
      shown.map((range) => [{ ...figures, compareDateRange: range }]),
    );
    expect(pivotQuery.dimensions).toEqual(['compareDateRange']);
    expect(results.map(({ query }) => query.queryType)).toEqual([queryType, queryType]);
  });

  it('are drawn by the official client as one series for each', async () => {
    const result = await api.load(
      comparing([days[0] as Range, ['2026-11-19', '2026-11-19']], rest, 'day'),
    );
    expect(result.series()).toHaveLength(4);
  });

  it('have an empty row for a range without events', async () => {
    const { results } = await load(
      comparing(
        [
          ['2026-11-20', '2026-11-20'],
          ['2026-11-01', '2026-11-01'],
        ],
        rest,
      ),
    );
    expect(results[1]?.data).toMatchObject([{ [m('server_purchases')]: '0', [m('clicks')]: '0' }]);
  });

  it('are refused for a client that reads one result only, and for an invalid range', async () => {
    const query = JSON.stringify(comparing(days, rest));
    const answer = await app.inject({
      url: '/cubejs-api/v1/load',
      query: { query },
      headers: { authorization: 'Token owner' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'queryType: Date ranges are compared with queryType=multi.' },
    ]);
    const failed = await api.load(comparing([['2026-11-20', '2026-11-01']], rest)).catch((e) => e);
    expect(failed).toBeInstanceOf(RequestError);
    expect(failed.message).toContain('The end of the date range is before its start.');
  });

  it('equal the results of each range queried separately, in any combination', async () => {
    const hour = (index: number) =>
      new Date(Date.UTC(2026, 10, 16) + index * 3_600_000).toISOString().slice(0, 23);
    const range = fc
      .tuple(fc.nat(120), fc.integer({ min: 1, max: 40 }))
      .map(
        ([from, length]): Range => [
          hour(from),
          new Date(Date.parse(`${hour(from + length)}Z`) - 1).toISOString().slice(0, 23),
        ],
      );
    const measures = ['server_revenue', 'clicks', 'unique_clicks', 'server_users', 'server_aov'];
    const query = fc.record({
      ranges: fc.array(range, { minLength: 1, maxLength: 4 }),
      measures: fc.subarray(measures, { minLength: 1 }),
      dimensions: fc.subarray(['country', 'record'], { maxLength: 1 }),
      granularity: fc.constantFrom(undefined, 'hour' as const, 'day' as const),
      timezone: fc.constantFrom('UTC', 'Asia/Kathmandu'),
      limit: fc.constantFrom(undefined, 2),
      offset: fc.constantFrom(undefined, 1),
      isOrdered: fc.boolean(),
      least: fc.constantFrom(null, '50'),
    });
    let filled = 0;
    const check = fc.asyncProperty(query, async (some) => {
      const { ranges, granularity, timezone, limit, offset, isOrdered, least } = some;
      const [first = ''] = some.measures;
      const others: Rest = {
        measures: some.measures.map(m),
        dimensions: some.dimensions.map(m),
        timezone,
        ...(limit && { limit }),
        ...(offset && { offset }),
        ...(isOrdered && { order: { [m(first)]: 'asc' } }),
        ...(least && { filters: [{ member: m(first), operator: 'gte', values: [least] }] }),
      };
      const together = await load(comparing(ranges, others, granularity));
      const each = await Promise.all(
        ranges.map((one) => load(readSingle(one, others, granularity))),
      );
      const rowsOf = ({ data }: z.output<typeof cubeResultSchema>) =>
        z
          .array(z.record(z.string(), z.string().nullable()))
          .parse(data)
          .map(({ compareDateRange: _, ...row }) => row);
      filled += together.results.some(({ data }) => [data].flat().length > 0) ? 1 : 0;
      expect(together.results.map(rowsOf)).toEqual(
        each.map(({ results: [only] }) => only && rowsOf(only)),
      );
    });
    await fc.assert(check, { numRuns: 60 });
    expect(filled).toBeGreaterThan(20);
  });
});
