import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultAttribution } from '#contract/analytics/attribution.ts';
import { endpoints } from '#contract/endpoints.ts';
import { addDays, type Day } from '#contract/period.ts';
import type { Question, TableQuestion } from '#model/query.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { bothSources } from './both-sources.ts';
import { acme, insertSales } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
let now = new Date('2028-12-31T23:00:00.000Z');

/** One sale at six in the morning of these days, each of another value. */
const dates = ['01-01', '01-02', '02-10', '02-11', '02-26', '02-27', '02-28', '02-29'].concat([
  '03-01',
  '03-02',
  '03-03',
  '12-30',
  '12-31',
]);
const sales = ['2022', '2023', '2024', '2025', '2026', '2027', '2028']
  .flatMap((year) => dates.map((date) => `${year}-${date}`))
  .filter((day) => addDays(day, 0) === day)
  .map((day, index) => ({ day, cents: 100 + index * 37 }));
/** What the sales from one day to another add up to. */
const sold = (from: Day, to: Day): number =>
  sales.reduce((sum, { day, cents }) => (day >= from && day <= to ? sum + cents : sum), 0) / 100;

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  await insertSales(
    stores.warehouse.writer,
    sales.map(({ day, cents }) => ({
      id: day,
      time: `${day}T06:00:00.000Z`,
      clicked: `${day}T05:00:00.000Z`,
      value: (cents / 100).toFixed(4),
    })),
  );
  app = await startApp(stores, [tokenHolder('ana', [membershipOf(acme)])], () => now);
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

type Mode = 'last_year' | 'previous' | 'same_elapsed';
type Comparison = {
  mode: Mode;
  start: Day;
  end: Day;
  /** The current time, for a period that has not ended. */
  at?: string;
  /** The compared days of totals and tables. */
  from: Day;
  to: Day;
  /** Days with the day beside them; null for none. */
  beside: Record<Day, Day | null>;
};

const years2024 = { start: '2024-01-01', end: '2024-12-31' };
const years2025 = { start: '2025-01-01', end: '2025-12-31' };
const besideIn2024 = { '2024-01-01': '2023-01-01', '2024-02-10': '2023-02-10' };
const inLeapYear = {
  ...besideIn2024,
  ...{ '2024-02-28': '2023-02-28', '2024-02-29': null, '2024-03-01': '2023-03-01' },
};
const afterLeapYear = {
  ...{ '2025-01-01': '2024-01-01', '2025-02-28': '2024-02-28', '2025-03-01': '2024-03-01' },
};
const comparisons: Comparison[] = [
  {
    ...{ mode: 'last_year', start: '2025-02-01', end: '2025-02-28' },
    ...{ from: '2024-02-01', to: '2024-02-29' },
    beside: { '2025-02-27': '2024-02-27', '2025-02-28': '2024-02-28' },
  },
  {
    ...{ mode: 'last_year', start: '2025-02-20', end: '2025-03-02' },
    ...{ from: '2024-02-20', to: '2024-03-02' },
    beside: { '2025-02-28': '2024-02-28', '2025-03-01': '2024-03-01' },
  },
  {
    ...{ mode: 'last_year', start: '2024-02-01', end: '2024-02-29' },
    ...{ from: '2023-02-01', to: '2023-02-28' },
    beside: { '2024-02-28': '2023-02-28', '2024-02-29': null },
  },
  {
    ...{ mode: 'last_year', start: '2028-02-10', end: '2028-03-02' },
    ...{ from: '2027-02-10', to: '2027-03-02' },
    beside: { '2028-02-28': '2027-02-28', '2028-02-29': null, '2028-03-01': '2027-03-01' },
  },
  {
    ...{ mode: 'last_year', start: '2024-02-29', end: '2024-03-03' },
    ...{ from: '2023-03-01', to: '2023-03-03' },
    beside: { '2024-02-29': null, '2024-03-01': '2023-03-01' },
  },
  {
    ...{ mode: 'previous', ...years2025, from: '2024-01-01', to: '2024-12-31' },
    beside: afterLeapYear,
  },
  { mode: 'previous', ...years2024, from: '2023-01-01', to: '2023-12-31', beside: inLeapYear },
  {
    ...{ mode: 'previous', start: '2024-03-01', end: '2025-02-28' },
    ...{ from: '2023-03-01', to: '2024-02-29' },
    beside: { '2024-03-01': '2023-03-01', '2025-02-28': '2024-02-28' },
  },
  {
    ...{ mode: 'previous', start: '2023-03-01', end: '2024-02-29' },
    ...{ from: '2022-03-01', to: '2023-02-28' },
    beside: { '2024-02-28': '2023-02-28', '2024-02-29': null },
  },
  {
    ...{ mode: 'same_elapsed', ...years2024, at: '2024-02-11T12:00:00Z' },
    ...{ from: '2023-01-01', to: '2023-02-11', beside: besideIn2024 },
  },
  {
    ...{ mode: 'same_elapsed', ...years2024, at: '2024-02-29T03:00:00Z' },
    ...{ from: '2023-01-01', to: '2023-02-28', beside: inLeapYear },
  },
  {
    ...{ mode: 'same_elapsed', ...years2024, at: '2024-03-01T12:00:00Z' },
    ...{ from: '2023-01-01', to: '2023-03-01', beside: inLeapYear },
  },
  {
    ...{ mode: 'same_elapsed', ...years2025, at: '2025-02-28T12:00:00Z' },
    ...{ from: '2024-01-01', to: '2024-02-28', beside: afterLeapYear },
  },
  {
    ...{ mode: 'same_elapsed', ...years2025, at: '2025-03-01T03:00:00Z' },
    ...{ from: '2024-01-01', to: '2024-02-29', beside: afterLeapYear },
  },
  {
    ...{ mode: 'same_elapsed', start: '2028-01-01', end: '2028-12-31', at: '2028-03-02T12:00:00Z' },
    ...{ from: '2027-01-01', to: '2027-03-02' },
    beside: { '2028-02-28': '2027-02-28', '2028-02-29': null, '2028-03-01': '2027-03-01' },
  },
  {
    ...{ mode: 'same_elapsed', start: '2024-01-01', end: '2024-12-30', at: '2024-02-11T12:00:00Z' },
    ...{ from: '2023-01-01', to: '2023-02-11', beside: besideIn2024 },
  },
  {
    ...{ mode: 'same_elapsed', start: '2024-02-28', end: '2024-02-29', at: '2024-02-29T12:00:00Z' },
    ...{ from: '2024-02-26', to: '2024-02-27' },
    beside: { '2024-02-28': '2024-02-26', '2024-02-29': '2024-02-27' },
  },
];

const queryOf = ({ mode, start, end }: Comparison) => ({
  affiliate_id: 'all',
  project_id: String(acme.id),
  timezone: 'UTC',
  start_date: start,
  end_date: end,
  compare: mode,
});

async function read(path: string, query: Record<string, string>) {
  const answer = await app.inject({
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { authorization: 'Token ana' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const questionOf = ({ mode, start, end }: Comparison): TableQuestion => {
  const question: Question = {
    project: acme.id,
    currency: acme.currency,
    affiliates: [],
    period: { start, end },
    timezone: 'UTC',
    comparison: mode,
    browserConversions: false,
    uniqueConversions: false,
    countries: [],
    offerIds: [],
    filters: {},
    source: 'cube',
    comparedPeriod: null,
    ...defaultAttribution,
    asOf: null,
  };
  return {
    ...question,
    grouping: 'country',
    path: [],
    isEarning: false,
    isEstimated: false,
    spent: 'sums',
    extras: [],
    sort: 'server_revenue',
    order: 'desc',
    limit: 100,
  };
};

type Dated = { date: Day };
type Range = {
  rows: (Dated & {
    previous_date: Day | null;
    previous_revenue: number | null;
    previous_cumulative: number | null;
  })[];
  total: { previous_revenue: number };
};

describe.each(comparisons)('$mode of $start to $end, $at', (comparison) => {
  const { mode, from, to, at, beside } = comparison;
  const before = sold(from, to);
  const revenueOf = (day: Day | null) => (day === null ? null : sold(day, day));
  beforeAll(() => {
    now = new Date(at ?? '2028-12-31T23:00:00.000Z');
  });

  it('compares totals and tables with those days', async () => {
    const query = queryOf(comparison);
    const { data: totals } = await read(endpoints.rcData.path, query);
    expect(totals.previous.revenue).toBeCloseTo(before, 6);
    const { data } = await read(endpoints.rcTableData.path, { ...query, group_by: 'country' });
    expect(data.rows[0].previous.revenue).toBeCloseTo(before, 6);
  });

  it('puts each day of the graph and of tables beside its date', async () => {
    const query = queryOf(comparison);
    const { data: points } = await read(endpoints.rcChartData.path, query);
    const { data } = await read(endpoints.rcTableData.path, { ...query, group_by: 'date' });
    for (const [day, other] of Object.entries(beside)) {
      const point = points.find(({ date }: Dated) => date === day);
      expect(point.previous?.revenue ?? null, day).toBe(revenueOf(other));
      const row = data.rows.find(({ key }: { key: Day }) => key === day);
      const isCompared = other === null || other <= to;
      if (row && isCompared) expect(row.previous?.revenue ?? null, day).toBe(revenueOf(other));
    }
  });

  it('adds up 29 February with its month', async () => {
    const query = queryOf(comparison);
    const { data }: { data: Range } = await read(endpoints.revenueDateRange.path, query);
    for (const [day, other] of Object.entries(beside)) {
      const row = data.rows.find(({ date }) => date === day);
      expect(row?.previous_date, day).toBe(other);
      expect(row?.previous_revenue, day).toBe(revenueOf(other));
    }
    expect(data.total.previous_revenue).toBeCloseTo(before, 6);
    if (mode !== 'same_elapsed') expect(data.rows.at(-1)?.previous_cumulative).toBe(before);
    for (const { previous_cumulative: sum, previous_date: day } of data.rows) {
      if (day?.endsWith('-02-28')) expect(sum).toBe(sold(from, day.replace('-28', '-29')));
    }
    const file = await read(endpoints.exportReport.path, {
      ...query,
      report: 'revenue-date-range',
      format: 'json',
    });
    const written = file.rows.map((row: Range['rows'][number]) => row.previous_cumulative);
    const shown = data.rows.map(({ previous_cumulative: sum }) => sum);
    expect(written.slice(0, shown.length)).toEqual(shown);
  });

  it('is the same through Cube', async () => {
    const { rest, cube } = bothSources(app, 'ana', () => now);
    const { signal } = new AbortController();
    const question = questionOf(comparison);
    for (const name of ['totals', 'graph', 'table'] as const) {
      const [one, two] = await Promise.all([
        rest[name](question, signal),
        cube[name](question, signal),
      ]);
      expect(two.data, name).toEqual(one.data);
      expect(two.freshness.compare, name).toEqual(one.freshness.compare);
    }
  });
});
