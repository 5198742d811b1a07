import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { groupings } from '#contract/analytics/dimensions.ts';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertSales, rival, vast } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
const now = () => new Date('2026-11-20T20:14:05.123Z');

beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  await createProjects(pool, [acme, rival, vast]);
  await pool.query(
    `insert into payouts (affiliate_id, reference, amount, currency, paid_at)
     select id, 'p-1', 5.5, 'USD', '2026-11-20T10:00:00Z' from affiliates where aff_id = '1001'`,
  );
  const { writer } = warehouse;
  await insertClicks(writer, [
    { time: '2026-11-20T14:00:00.000Z', visitor: 'ann', campaign: 'c1' },
    {
      time: '2026-11-20T14:30:00.000Z',
      visitor: 'bob',
      campaign: 'c2',
      known: '2026-11-20T19:00:00.000Z',
    },
    { time: '2026-11-20T15:00:00.000Z', visitor: 'robot', campaign: 'c1', bot: 1 },
    { time: '2026-11-19T15:00:00.000Z', visitor: 'robot', campaign: 'bots', country: 'FR', bot: 1 },
    { time: '2026-11-19T14:00:00.000Z', visitor: 'ann', campaign: 'c1' },
    { time: '2026-11-19T21:00:00.000Z', visitor: 'eve', campaign: 'c1' },
    { time: '2026-11-20T12:00:00.000Z', visitor: 'ann', name: 'page_view' },
    { time: '2026-11-20T12:00:30.000Z', visitor: 'ann', name: 'add_to_cart' },
    { time: '2026-11-20T12:00:10.000Z', visitor: 'bob', name: 'page_view' },
    { time: '2026-11-20T12:01:30.000Z', visitor: 'ann', name: 'purchase' },
  ]);
  await insertSales(writer, [
    {
      id: 'a',
      time: '2026-11-20T14:10:00.000Z',
      value: '10.0050',
      campaign: 'c1',
      user: 1,
      payout: '1',
    },
    {
      id: 'b',
      time: '2026-11-20T14:20:00.000Z',
      value: '20.0049',
      campaign: 'c2',
      user: 2,
      affid: '1002',
    },
    {
      id: 'c',
      time: '2026-11-20T16:00:00.000Z',
      value: '30.0049',
      attributed: 0,
      affid: '',
      user: 3,
    },
    { id: 'd', time: '2026-11-19T16:00:00.000Z', value: '25', campaign: 'c1', user: 1 },
    {
      id: 'e',
      time: '2026-11-19T23:00:00.000Z',
      value: '1000',
      campaign: 'c1',
      user: 1,
      country: 'DE',
    },
    {
      id: 'f',
      time: '2026-11-19T16:30:00.000Z',
      value: '5',
      attributed: 0,
      affid: '',
      excluded: 'rejected',
    },
    { id: 'g', time: '2026-11-19T17:00:00.000Z', value: '7', campaign: 'c8', excluded: 'no_rate' },
  ]);
  // The earlier value of the same conversion, before its correction.
  await insertSales(
    writer,
    [{ id: 'a', time: '2026-11-20T14:10:00.000Z', value: '8', campaign: 'c1' }],
    '2026-11-20T14:10:00.000Z',
  );
  await insertSales(
    writer,
    [{ id: 'a', time: '2026-11-20T14:10:00.000Z', value: '10.0050', campaign: 'c1', payout: '1' }],
    '2026-11-20T18:00:00.000Z',
  );
  app = await startApp(
    stores,
    [
      tokenHolder('owner', [membershipOf(acme)]),
      tokenHolder('vast', [membershipOf(vast)]),
      tokenHolder('debug', [membershipOf(acme), membershipOf(rival)], true),
    ],
    now,
  );
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

/** Every way to count excluded rows: beside figures and separately, with groups and without. */
const counting = [
  'rcData',
  'ccData',
  'clicks',
  'rcChartData',
  'countryBreakdown',
  'statesBreakdown',
  'weekdayHours',
  'funnelAnalysisData',
  'rcPaymentData',
] as const;

type Path =
  | (typeof counting)[number]
  | 'rcTableData'
  | 'allRcPaymentData'
  | 'revenueLastYear'
  | 'revenueDateRange'
  | 'bqData';

async function read<Name extends Path>(
  name: Name,
  query: Record<string, string> = {},
  person = 'owner',
) {
  const all = { affiliate_id: 'all', project_id: '7', timezone: 'America/New_York', ...query };
  const answer = await app.inject({
    url: `${endpoints[name].path}?${new URLSearchParams(all)}`,
    headers: { authorization: `Token ${person}` },
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('reports', () => {
  it('are about today in the chosen zone by default', async () => {
    const { body } = await read('rcData');
    expect(body.meta).toMatchObject({
      start_date: '2026-11-20',
      end_date: '2026-11-20',
      utc_from: '2026-11-20T05:00:00.000Z',
      utc_to: '2026-11-21T05:00:00.000Z',
      granularity: 'hour',
      side: 'server',
      excluded: { bots: 1, duplicates: 0, tests: 0, rejected: 0 },
      definitions_version: 1,
    });
    expect(body.data).toMatchObject({
      revenue: 60.01,
      conversions: 3,
      users: 3,
      previous: null,
      change: null,
    });
    const one = await read('rcData', { start_date: '11/19/2026' });
    expect(one.body.meta).toMatchObject({ start_date: '2026-11-19', end_date: '2026-11-19' });
    expect(one.body.data.revenue).toBe(1025);
  });

  it('skip the counts of excluded rows with excluded=0', async () => {
    const full = await read('rcData');
    const brief = await read('rcData', { excluded: '0' });
    expect(brief.body.data).toEqual(full.body.data);
    expect(Object.keys(full.body.meta)).toContain('excluded');
    expect(Object.keys(brief.body.meta)).not.toContain('excluded');
  });

  it('count excluded rows the same in all ways, without extra groups', async () => {
    const excluded = { bots: 1, duplicates: 0, tests: 0, rejected: 1, no_rate: 1 };
    const ofDay = { start_date: '11/19/2026' };
    const tables = groupings.map((group_by) => ['rcTableData', { group_by }] as const);
    const others = counting.map((name) => [name, {}] as const);
    for (const [name, more] of [...others, ...tables]) {
      const { body } = await read(name, { ...ofDay, ...more });
      const brief = await read(name, { ...ofDay, ...more, excluded: '0' });
      const requestText = `${name} ${JSON.stringify(more)}`;
      expect(body.meta.excluded, requestText).toEqual(excluded);
      expect(body.data, requestText).toEqual(brief.body.data);
    }
  });

  it('show in the totals what has no exchange rate, also with excluded=0', async () => {
    const { body } = await read('rcData', { start_date: '11/19/2026', excluded: '0' });
    expect(body.data.no_rate).toBe(1);
  });

  it.each([
    ['of campaigns', { group_by: 'campaign_id' }],
    ['of hours', { group_by: 'hour' }],
    ['with all that can be asked beside', { evidence: '1', robustness: '1', clocks: 'both' }],
    ['of a row that was opened', { group_by: 'ad_id', parent: 'campaign_id:c1' }],
    ['beside the day before', { compare: 'previous' }],
  ])('contain for a table %s the fields of the contract and no others', async (_, query) => {
    const { status, body } = await read('rcTableData', query);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.rows).not.toEqual([]);
    expect(endpoints.rcTableData.answer.parse(body)).toEqual(body);
  });

  it('compare with the elapsed part of the day before', async () => {
    const { body } = await read('rcData', { compare: 'same_elapsed' });
    expect(body.meta.compare).toEqual({
      mode: 'same_elapsed',
      utc_from: '2026-11-19T05:00:00.000Z',
      utc_to: '2026-11-19T20:14:05.000Z',
    });
    expect(body.data.previous).toMatchObject({ revenue: 25, conversions: 1 });
    expect(body.data.change.revenue).toBe(1.4004);
    const full = await read('rcData', { compare: 'previous' });
    expect(full.body.data.previous.revenue).toBe(1025);
  });

  it('contain a place that earned in the compared period only', async () => {
    const { body } = await read('countryBreakdown', { compare: 'previous' });
    expect(body.data.at(-1)).toEqual({
      country: 'DE',
      country_name: 'Germany',
      clicks: 0,
      unique_clicks: 0,
      conversions: 0,
      revenue: 0,
      users: 0,
      share: 0,
      aov: null,
      conversion_rate: null,
      previous: { conversions: 1, revenue: 1000 },
    });
    const full = await read('rcData', { compare: 'previous' });
    const before = body.data.map(({ previous }: { previous: { revenue: number } }) => previous);
    const sum = before.reduce((all: number, { revenue }: { revenue: number }) => all + revenue, 0);
    expect(sum).toBe(full.body.data.previous.revenue);
  });

  it('show what was known at an earlier instant', async () => {
    const before = await read('rcTableData', { as_of: '2026-11-20T17:00:00Z', min_revenue: '0' });
    expect(before.body.data.rows).toMatchObject([
      { key: 'c2', server_revenue: 20, clicks: 0 },
      { key: 'c1', server_revenue: 8, clicks: 1 },
    ]);
    expect(before.body.meta.as_of).toBe('2026-11-20T17:00:00.000Z');
    const after = await read('rcTableData', { as_of: '2026-11-20T19:30:00Z', min_revenue: '0' });
    expect(after.body.data.rows).toMatchObject([
      { key: 'c2', server_revenue: 20, clicks: 1 },
      { key: 'c1', server_revenue: 10.01, clicks: 1 },
    ]);
  });

  it.each([
    ['all', {}],
    ['a limit', { limit: '1' }],
    ['every row above the limit of revenue', { min_revenue: '15' }],
    ['another dimension', { group_by: 'affid' }],
    ['hours', { group_by: 'hour' }],
  ])('add up in tables, to the cent: %s', async (_, query) => {
    const { body } = await read('rcTableData', query);
    const { rows, unattributed, other, total } = body.data;
    for (const column of Object.keys(total)) {
      const cents = [...rows, unattributed, other].reduce(
        (sum: number, part: Record<string, number>) => sum + Math.round((part[column] ?? 0) * 100),
        0,
      );
      expect(cents, column).toBe(Math.round(total[column] * 100));
    }
    expect(total.server_revenue).toBe(60.01);
  });

  it('add up in tables with more groups than one read returns', async () => {
    const { writer } = stores.warehouse;
    await writer.command({
      query: `INSERT INTO events (project_id, event_name, event_time, ingested_at, event_uid, side, visitor_id, affid, campaign_id, country)
        SELECT ${vast.id}, 'click', '2026-11-20 14:00:00', '2026-11-20 14:00:00', concat('many-', toString(number)),
          'browser', toString(number), '4001', concat('c', toString(number)), 'US' FROM numbers(10500)`,
    });
    await insertSales(writer, [
      ...[1, 2, 3].map((number) => ({
        project: vast.id,
        id: `many-${number}`,
        time: '2026-11-20T14:00:00.000Z',
        value: `${number}.0050`,
        campaign: `c${number}`,
        affid: '4001',
      })),
      {
        project: vast.id,
        id: 'alone',
        time: '2026-11-20T15:00:00.000Z',
        value: '7.0049',
        attributed: 0,
        affid: '',
      },
    ]);
    const many = { project_id: '11', compare: 'previous', sort: 'server_revenue' };
    const { body } = await read('rcTableData', many, 'vast');
    expect(body.data.rows).toMatchObject([
      { key: 'c3', server_revenue: 3.01, previous: { server_revenue: 0 } },
      { key: 'c2', server_revenue: 2.01 },
      { key: 'c1', server_revenue: 1.01 },
    ]);
    expect(body.data.unattributed).toMatchObject({ conversions: 1, server_revenue: 7 });
    expect(body.data.other).toMatchObject({ count: 10_497, clicks: 10_497 });
    expect(body.data.total).toMatchObject({
      clicks: 10_500,
      conversions: 4,
      server_revenue: 13.02,
    });
    const { rows, other } = body.data;
    const cents = [...rows, body.data.unattributed, other].reduce(
      (sum, part) => sum + Math.round(part.server_revenue * 100),
      0,
    );
    expect(cents).toBe(1_302);
    const everything = await read(
      'rcTableData',
      { ...many, min_revenue: '0', limit: '100000' },
      'vast',
    );
    expect(everything.body.data.rows).toHaveLength(10_500);
    expect(everything.body.data.other).toMatchObject({ count: 0, clicks: 0 });
  });

  it('give ratios with all decimals that a single rounding needs', async () => {
    const { body } = await read('rcTableData');
    expect(body.data.rows.map(({ share }: { share: number }) => share)).toEqual([
      0.33327779, 0.16680553,
    ]);
  });

  it('keep conversions without a click in a row of their own', async () => {
    const { body } = await read('rcTableData');
    expect(body.data.rows.map(({ key }: { key: string }) => key)).toEqual(['c2', 'c1']);
    expect(body.data.unattributed).toMatchObject({ conversions: 1, server_revenue: 30 });
    expect(body.data.other).toMatchObject({ count: 0, conversions: 0 });
  });

  it('draw future hours as empty and the current one as partial', async () => {
    const { body } = await read('rcChartData', { compare: 'previous' });
    expect(body.data).toHaveLength(24);
    expect(body.data[9]).toEqual({
      date: 9,
      start: '2026-11-20T14:00:00.000Z',
      conversion: 2,
      clicks: 2,
      revenue: 30.01,
      cost: null,
      partial: false,
      previous: { conversion: 0, clicks: 1, revenue: 0, cost: null },
    });
    expect(body.data[15]).toMatchObject({ clicks: 0, partial: true });
    expect(body.data[16]).toMatchObject({ clicks: null, partial: false, previous: { clicks: 1 } });
  });

  it('draw hours beside full hours of the compared period that add up to its totals', async () => {
    const sumOf = (points: GraphPoint[], name: 'conversion' | 'clicks' | 'revenue') =>
      points
        .map(({ previous, previous_so_far: part = previous }) => part?.[name] ?? 0)
        .reduce((sum, value) => sum + value, 0);
    for (const compare of ['same_elapsed', 'previous']) {
      const { data: points } = (await read('rcChartData', { compare })).body;
      const { conversions, revenue } = (await read('rcData', { compare })).body.data.previous;
      expect([sumOf(points, 'conversion'), sumOf(points, 'revenue')]).toEqual([
        conversions,
        revenue,
      ]);
      const { clicks } = (await read('ccData', { compare })).body.data.previous;
      expect(sumOf(points, 'clicks')).toBe(clicks);
      expect(points[16].previous).toMatchObject({ clicks: 1 });
    }
  });

  it('go back thirteen months, newest first', async () => {
    const { body } = await read('revenueLastYear');
    expect(body.data).toHaveLength(13);
    expect(body.data[0]).toMatchObject({ month: '2026-11', server_purchases: 5, partial: true });
    expect(body.data[12]).toMatchObject({
      month: '2025-11',
      hour: '2025-11-01T00:00:00.000',
      revenue: 0,
    });
  });

  it('accumulate revenue from day to day', async () => {
    const { body } = await read('revenueDateRange', {
      start_date: '2026-11-19',
      end_date: '2026-11-21',
    });
    expect(body.data.rows).toMatchObject([
      { date: '2026-11-19', revenue: 1025, cumulative: 1025, partial: false },
      { date: '2026-11-20', revenue: 60.01, cumulative: 1085.01, partial: true },
      { date: '2026-11-21', revenue: null, cumulative: null, partial: false },
    ]);
    expect(body.data.first_event_at).toBe('2026-11-19T14:00:00.000Z');
    const { body: day } = await read('revenueDateRange', {
      start_date: '2026-11-19',
      end_date: '2026-11-19',
    });
    const hours = day.data.rows.map(({ date }: { date: number }) => date);
    expect(hours).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(day.data.rows.at(-1)).toMatchObject({ cumulative: 1025, partial: false });
  });

  it('follow people through the steps of a funnel', async () => {
    const { body } = await read('funnelAnalysisData');
    expect(body.data.steps).toMatchObject([
      { event_name: 'page_view', users: 2, dropped: 0, median_seconds: 0 },
      { event_name: 'add_to_cart', users: 1, dropped: 1, rate_from_start: 0.5, median_seconds: 30 },
      { event_name: 'purchase', users: 1, events: 3, revenue: 60.01, median_seconds: 60 },
    ]);
    const shortWindow = await read('funnelAnalysisData', { window_minutes: '1' });
    expect(shortWindow.body.data.steps.map(({ users }: { users: number }) => users)).toEqual([
      2, 1, 0,
    ]);
  });

  it('show what an affiliate earned and was paid', async () => {
    const { body } = await read('rcPaymentData');
    expect(body.data).toMatchObject([
      { affid: '1002', revenue: 20, payout: 0, payout_due: 0 },
      {
        affid: '1001',
        revenue: 10.01,
        payout: 1,
        payout_paid: 5.5,
        payout_due: -4.5,
        last_payment_at: '2026-11-20T10:00:00.000Z',
      },
    ]);
  });

  it('are written with the offset of each hour', async () => {
    const { body } = await read('bqData');
    expect(body.data.map(({ hour, affid }: Record<string, string>) => `${hour} ${affid}`)).toEqual([
      '2026-11-20T09:00:00-05:00 1001',
      '2026-11-20T09:00:00-05:00 1002',
      '2026-11-20T11:00:00-05:00 ',
    ]);
  });

  it('of all payments are empty for other users than debug users, without a query to the warehouse', async () => {
    const querySpy = vi.spyOn(stores.warehouse.reader, 'query');
    const { status, body } = await read('allRcPaymentData');
    expect([status, body.data]).toEqual([200, []]);
    expect(querySpy).not.toHaveBeenCalled();
    const { body: seen } = await read('allRcPaymentData', {}, 'debug');
    expect(seen.data).toHaveLength(2);
  });

  it.each<[string, Record<string, string>, string]>([
    ['an end before the start', { start_date: '2026-11-20', end_date: '2026-11-19' }, 'end_date'],
    [
      'more days than can be read',
      { start_date: '2025-01-01', end_date: '2026-11-19' },
      'end_date',
    ],
    ['a day in no calendar', { start_date: '02/30/2026' }, 'start_date'],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['a comparison without its days', { compare: 'custom' }, 'compare_start'],
    [
      'an end of what is compared with before its start',
      { compare: 'custom', compare_start: '2026-11-20', compare_end: '2026-11-19' },
      'compare_end',
    ],
    ['a day out of reach', { start_date: '0000-01-01', end_date: '2026-11-20' }, 'start_date'],
    ['a moment out of reach', { as_of: '0000-01-01T00:00:00Z' }, 'as_of'],
    ['an hour out of reach', { parent: 'hour:+275760-09-13T00:00+00:00' }, 'parent'],
    ['an unknown name', { utm_sauce: 'x' }, 'utm_sauce'],
    ['an unknown grouping', { group_by: 'person' }, 'group_by'],
  ])('refuse %s by name', async (_, query, field) => {
    const { status, body } = await read('rcTableData', query);
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });

  it.each([
    ...[...counting, 'rcTableData', 'revenueLastYear', 'revenueDateRange', 'bqData'].map(
      (name) => endpoints[name as Path].path,
    ),
    endpoints.conversionSummary.path,
    `${endpoints.figureRows.path}?figure=revenue`,
    `${endpoints.exportReport.path}?report=rc-chart-data&format=csv`,
  ])('compare with no more days than they have: %s', async (path) => {
    const compared = { compare: 'custom', compare_start: '1990-01-01', compare_end: '2089-12-31' };
    const query = new URLSearchParams({ affiliate_id: 'all', project_id: '7', ...compared });
    const answer = await app.inject({
      url: `${path}${path.includes('?') ? '&' : '?'}${query}`,
      headers: { authorization: 'Token owner' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { compare_end: ['Choose at most 400 days to compare with.'] },
    ]);
  });
});
