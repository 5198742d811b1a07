import type { Query } from '@cubejs-client/core';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '#contract/analytics/comparison.ts';
import type { Question } from '#model/query.ts';
import type { Row } from '#services/dashboard/cube/client.ts';
import { figuresOf } from '#services/dashboard/cube/figures.ts';
import { queryGraph } from '#services/dashboard/cube/graph.ts';
import { queryMonths } from '#services/dashboard/cube/months.ts';
import { createQueryRunner } from '#services/dashboard/cube/query-runner.ts';
import { queryTable } from '#services/dashboard/cube/table.ts';
import { queryTotals } from '#services/dashboard/cube/totals.ts';
import { question } from '../../support/samples.ts';

const now = Date.parse('2026-11-20T20:14:05Z');

/** The compared ranges; one without a comparison. */
function rangesIn({ timeDimensions: [time] = [] }: Query): unknown[] {
  return time && 'compareDateRange' in time ? time.compareDateRange : [time?.dateRange];
}

/** An endpoint that records its queries and answers without rows. */
function asking(request: Question = question) {
  const queries: Query[] = [];
  const { runQuery } = createQueryRunner(
    {
      async load(query) {
        queries.push(query);
        return { answers: rangesIn(query).map((): Row[] => []), refreshedAt: '' };
      },
      preload() {},
    },
    request,
    new AbortController().signal,
  );
  return { runQuery, queries };
}
const over = (start: string, end: string): Question => ({ ...question, period: { start, end } });

describe('the graph from the analytics endpoint', () => {
  /** Each hour earned as many cents as its number from the first. */
  const first = Date.parse('2026-03-01T00:00:00Z');
  const rows = Array.from({ length: 24 * 280 }, (_, index): Row => {
    const hour = new Date(first + index * 3_600_000).toISOString().slice(0, 23);
    return { 'pixel_summary.hour.hour': hour, 'pixel_summary.server_revenue': String(index) };
  });
  const earned = (start: string) => (Date.parse(start) - first) / 3_600_000;
  const graphOn = (day: string) => {
    const request = over(day, day);
    const compared = comparedWith('previous', request.period, request.timezone, new Date(now));
    return queryGraph(
      async ({ span = {} }) => rangesIn(span).map(() => rows),
      request,
      compared,
      now,
    );
  };

  it('compares the repeated hours after a clock change with those of the same name', async () => {
    const points = await graphOn('2026-11-01');
    const before = points.map(({ date, previous }) => [date, previous?.revenue ?? null]);
    expect(before.slice(0, 5)).toEqual([
      [0, earned('2026-10-31T04:00:00Z')],
      [1, earned('2026-10-31T05:00:00Z')],
      [1, null],
      [2, earned('2026-10-31T06:00:00Z')],
      [3, earned('2026-10-31T07:00:00Z')],
    ]);
    expect(before.at(-1)).toEqual([23, earned('2026-11-01T03:00:00Z')]);
  });

  it('has the counted part of hours that a comparison ends in or before', async () => {
    const compared = comparedWith(
      'same_elapsed',
      question.period,
      question.timezone,
      new Date(now),
    );
    const spans: unknown[] = [];
    const points = await queryGraph(
      async ({ span = {} }) => {
        spans.push(...rangesIn(span));
        return rangesIn(span).map((range) => {
          const [from, to] = range as [string, string];
          const isPart = from >= '2026-11-19T20' && to < '2026-11-19T21';
          return isPart ? [{ ...rows[0], 'pixel_summary.server_revenue': '0.25' }] : rows;
        });
      },
      question,
      compared,
      now,
    );
    expect(spans).toEqual([
      ['2026-11-20T05:00:00.000', '2026-11-21T04:59:59.999'],
      ['2026-11-19T05:00:00.000', '2026-11-20T04:59:59.999'],
      ['2026-11-19T20:00:00.000', '2026-11-19T20:14:04.999'],
    ]);
    const before = points.map(({ previous, previous_so_far: part }) => [
      previous?.revenue,
      part?.revenue,
    ]);
    expect(before.slice(14, 17)).toEqual([
      [earned('2026-11-19T19:00:00Z'), undefined],
      [earned('2026-11-19T20:00:00Z'), 0.25],
      [earned('2026-11-19T21:00:00Z'), 0],
    ]);
  });

  it('has the hour that a clock change skips beside the next one', async () => {
    const points = await graphOn('2026-03-08');
    expect(points.slice(1, 3)).toMatchObject([
      { date: 1, previous: { revenue: earned('2026-03-07T06:00:00Z') } },
      {
        date: 3,
        previous: { revenue: earned('2026-03-07T08:00:00Z') },
        lone_previous: [{ date: 2, revenue: earned('2026-03-07T07:00:00Z') }],
      },
    ]);
    expect(points.at(-1)?.previous?.revenue).toBe(earned('2026-03-08T04:00:00Z'));
  });
});

describe('a figure of the analytics endpoint', () => {
  it('keeps as many decimals of a ratio as the dashboard calls, so that only the screen rounds it', () => {
    const row = { 'pixel_summary.conversion_rate': '0.0664977834' };
    expect(figuresOf(question).figureIn(row, 'conversion_rate')).toBe(0.06649778);
  });
});

describe('a query to the analytics endpoint', () => {
  it('is of hours for one day, twenty-four of them on an ordinary one, and of days otherwise', async () => {
    const today = asking();
    expect(await queryGraph(today.runQuery, question, null, now)).toHaveLength(24);
    const week = asking(over('2026-11-14', '2026-11-20'));
    expect(
      await queryGraph(week.runQuery, over('2026-11-14', '2026-11-20'), null, now),
    ).toHaveLength(7);
    const steps = [...today.queries, ...week.queries].map(
      ({ timeDimensions }) => timeDimensions?.[0]?.granularity,
    );
    expect(steps).toEqual(['hour', 'day']);
  });

  it('of the last year is monthly, newest first, thirteen at most', async () => {
    const { runQuery, queries } = asking();
    const months = await queryMonths(runQuery, question, now);
    expect(queries[0]).toMatchObject({ order: { 'pixel_summary.hour': 'desc' }, limit: 13 });
    expect(queries[0]?.timeDimensions?.[0]?.granularity).toBe('month');
    expect(months.map(({ month }) => month)).toEqual([
      '2026-11',
      '2026-10',
      '2026-09',
      '2026-08',
      '2026-07',
      '2026-06',
      '2026-05',
      '2026-04',
      '2026-03',
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-11',
    ]);
  });

  it('of the totals has the date range and neither grouping nor order', async () => {
    const { runQuery, queries } = asking();
    await queryTotals(runQuery, question, null);
    expect(queries[0]?.timeDimensions).toEqual([
      { dimension: 'pixel_summary.hour', dateRange: ['2026-11-20', '2026-11-20'] },
    ]);
    expect(queries[0]).toMatchObject({ dimensions: [] });
    expect(queries[0]?.measures).toContain('pixel_summary.excluded_no_rate');
    expect(queries[0]).not.toHaveProperty('order');
  });

  it('of the totals has the compared range beside it, up to its counted end', async () => {
    const { runQuery, queries } = asking();
    const { period, timezone } = question;
    await queryTotals(
      runQuery,
      question,
      comparedWith('same_elapsed', period, timezone, new Date(now)),
    );
    expect(queries.map(rangesIn)).toEqual([
      [
        ['2026-11-20T05:00:00.000', '2026-11-21T04:59:59.999'],
        ['2026-11-19T05:00:00.000', '2026-11-19T20:14:04.999'],
      ],
    ]);
    expect(queries[0]?.timezone).toBe('UTC');
  });

  it('of the graph reads a started hour separately where hours do not start with those of UTC', async () => {
    const request = { ...question, timezone: 'Asia/Kathmandu' };
    const early = Date.parse('2026-11-19T19:14:05Z');
    const { period, timezone } = request;
    const compared = comparedWith('same_elapsed', period, timezone, new Date(early));
    const { runQuery, queries } = asking(request);
    await queryGraph(runQuery, request, compared, early);
    expect(queries.map((query) => [query.timezone, ...rangesIn(query)])).toEqual([
      ['Asia/Kathmandu', ['2026-11-20', '2026-11-20'], ['2026-11-19', '2026-11-19']],
      ['UTC', ['2026-11-18T18:15:00.000', '2026-11-18T19:14:04.999']],
    ]);
  });

  it('has the project, the affiliates, the time zone and every filter', async () => {
    const narrowed: Question = {
      ...question,
      affiliates: [
        { id: 3, affid: '1001' },
        { id: 4, affid: '1002' },
      ],
      filters: {
        affsub: ['a'],
        referrer: ['b'],
        utm_source: ['c'],
        utm_medium: ['d'],
        utm_campaign: ['e'],
        utm_content: ['f'],
        ad_id: ['g'],
        adset_id: ['h'],
        campaign_id: ['i', '-j'],
      },
    };
    const { runQuery, queries } = asking(narrowed);
    await runQuery({ measures: ['clicks'] });
    const told = (queries[0]?.filters ?? []).map((filter) =>
      'member' in filter
        ? `${filter.member} ${filter.operator} ${filter.values?.join('+')}`
        : 'a group',
    );
    expect(told).toEqual([
      'pixel_summary.project_id equals 7',
      'pixel_summary.affid equals 1001+1002',
      'pixel_summary.affsub equals a',
      'pixel_summary.referrer equals b',
      'pixel_summary.utm_source equals c',
      'pixel_summary.utm_medium equals d',
      'pixel_summary.utm_campaign equals e',
      'pixel_summary.utm_content equals f',
      'pixel_summary.ad_id equals g',
      'pixel_summary.adset_id equals h',
      'pixel_summary.campaign_id equals i',
      'pixel_summary.campaign_id notEquals j',
    ]);
    expect(queries[0]?.timezone).toBe('America/New_York');
  });

  it('is answered with numbers that are rounded to two decimals', () => {
    const row = { 'pixel_summary.server_revenue': '18240.505', 'pixel_summary.clicks': '9120' };
    const { amountIn } = figuresOf(question);
    expect(amountIn(row, 'server_revenue')).toBe(18240.51);
    expect(amountIn(row, 'clicks')).toBe(9120);
  });
});

describe('money from the analytics endpoint', () => {
  const rowOf = (key: string | null, amounts: Record<string, string>): Row =>
    Object.fromEntries(
      Object.entries({ campaign_id: key, server_aov: '6.1729', ...amounts }).map(([name, text]) => [
        `pixel_summary.${name}`,
        text,
      ]),
    );
  const rows = [
    rowOf('one', { server_revenue: '12.3454', net_revenue: '12.3454', cost: '3.3365' }),
    rowOf('two', { server_revenue: '1.1114', net_revenue: '1.1114', cost: '0' }),
  ];
  const apart = rowOf(null, { server_revenue: '0.9984', net_revenue: '0.9984', cost: '0' });
  const tableIn = (currency: string) =>
    queryTable(
      async ({ dimensions }) => [dimensions ? rows : [apart]],
      {
        ...question,
        currency,
        grouping: 'campaign_id',
        path: [],
        limit: 1,
        isEarning: false,
        isEstimated: false,
        spent: 'sums',
        sort: 'revenue',
        order: 'desc',
        extras: [],
      },
      null,
      async () => new Map(),
    );

  it.each([
    ['USD', { aov: 6.17, cost: 3.34, total: 14.46, revenue: 12.35, apart: 1, other: 1.11 }],
    ['JPY', { aov: 6.17, cost: 3.34, total: 14.46, revenue: 12.35, apart: 1, other: 1.11 }],
    [
      'KWD',
      { aov: 6.173, cost: 3.337, total: 14.455, revenue: 12.345, apart: 0.998, other: 1.112 },
    ],
  ])('has the decimals of %s, and its parts add up to the total', async (currency, right) => {
    const table = await tableIn(currency);
    const [row] = table?.rows ?? [];
    expect({
      aov: row?.aov,
      cost: row?.cost,
      total: table?.total.revenue,
      revenue: row?.revenue,
      apart: table?.unattributed.revenue,
      other: table?.other.revenue,
    }).toEqual(right);
  });
});
