import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Model, models } from '#contract/analytics/attribution.ts';
import { hourlyRowSchema, rcDataSchema } from '#contract/analytics/report.ts';
import {
  type Conversion,
  type ConversionDetail,
  conversionDetailSchema,
  conversionLedgerSchema,
  conversionSchema,
} from '#contract/conversions/schemas.ts';
import type { Reported } from '#tests/support/reference/reported.ts';
import { now, type ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const noon = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(noon + ms).toISOString();

const shop = (name: string): ProjectSeed => ({
  name,
  timezone: 'UTC',
  currency: 'USD',
  terms: {
    '1001': [{ from: 0, type: 'revshare', value: '0.1' }],
    '1002': [{ from: 0, type: 'revshare', value: '0.2' }],
    '1003': [{ from: 0, type: 'revshare', value: '0.3' }],
  },
  payouts: [],
  rates: [],
  requests: [],
});

let playground: SeededProduct;
let story: SeededProject;
let counted: SeededProject;
let forged: SeededProject;
let renamed: SeededProject;

beforeAll(async () => {
  playground = await startSeededProduct(['Story', 'Counted', 'Forged', 'Renamed'].map(shop));
  const [first, second, third, fourth] = playground.projects;
  if (!first || !second || !third || !fourth) throw new Error('Four shops are open.');
  [story, counted, forged, renamed] = [first, second, third, fourth];
}, 60_000);
afterAll(() => playground?.stop());

async function send(project: SeededProject, ...events: Reported[]): Promise<void> {
  await playground.report(project, events);
  await playground.flush();
}

const days = 'start_date=2026-11-20&end_date=2026-11-20&timezone=UTC';

async function request(
  project: SeededProject,
  path: string,
  query = '',
  token = playground.tokens.owner,
) {
  const address = `/api/v1/${path}/?affiliate_id=all&project_id=${project.id}&${days}${query}`;
  const { status, body } = await playground.get(address, token);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

const log = async (project: SeededProject, query = ''): Promise<Conversion[]> =>
  z.array(conversionSchema).parse(await request(project, 'conversions', query));

const read = (id: string, query = '', token = playground.tokens.owner) =>
  playground.get(`/api/v1/conversions/${id}/${query}`, token);

async function conversionDetail(
  id: string | undefined,
  query = '',
  token?: string,
): Promise<ConversionDetail> {
  const { status, body } = await read(id ?? '', query, token);
  expect([status, body]).toEqual([200, expect.anything()]);
  return conversionDetailSchema.parse(body);
}

const totals = async (project: SeededProject) =>
  z.object({ data: rcDataSchema }).parse(await request(project, 'rc-data')).data;

const ledger = async (project: SeededProject) =>
  z.object({ data: conversionLedgerSchema }).parse(await request(project, 'conversions/ledger'))
    .data;

describe('the detail of a conversion', () => {
  const ann = { visitor_id: 'ann', source: 'browser' as const };
  const sale = {
    ...ann,
    event_name: 'purchase',
    event_time: at(0),
    order_id: 'o-1',
    value: '80.00',
    source: 'server' as const,
    client_ip: '203.0.113.77',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
    params: {
      note: 'write to ann@example.org',
      apiKey: 'sk-very-secret',
      seen_from: '203.0.113.77',
      basket: [{ sku: 'shoe', card_number: '4111111111111111' }],
      page: 'https://shop.test/thanks?token=abcdef&size=42',
    },
  };
  let id = '';

  beforeAll(async () => {
    await send(
      story,
      { ...ann, event_name: 'click', event_time: at(-40 * DAY), affid: '1003', campaign_id: 'far' },
      {
        ...ann,
        event_name: 'click',
        event_time: at(-14 * DAY),
        affid: '1001',
        campaign_id: 'c1',
        campaign_name: 'Boots in autumn',
      },
      { ...ann, event_name: 'click', event_time: at(-7 * DAY), affid: '1003', campaign_id: 'c2' },
      { ...ann, event_name: 'click', event_time: at(0) },
      sale,
    );
    await send(story, {
      ...ann,
      event_name: 'purchase',
      event_time: at(MINUTE),
      order_id: 'o-1',
      value: '80.00',
    });
    const [only] = await log(story, '&search=o-1');
    id = only?.id ?? '';
  });

  it('has the credit of each click by each model, as computed by hand', async () => {
    const { touches, unattributed } = await conversionDetail(id);
    const table: Record<Model, number[]> = {
      first_click: [0, 1, 0, 0],
      last_click: [0, 0, 0, 1],
      last_non_direct: [0, 0, 1, 0],
      linear: [0, 0.3333333333, 0.3333333334, 0.3333333333],
      // Weights of 1/4, 1/2 and 1: a week halves.
      time_decay: [0, 0.1428571429, 0.2857142857, 0.5714285714],
      position: [0, 0.4, 0.2, 0.4],
      any_click: [0, 1, 1, 1],
    };
    expect(touches.map(({ within_lookback: isWithin }) => isWithin)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(touches.map(({ direct }) => direct)).toEqual([false, false, false, true]);
    for (const model of models) {
      expect([model, touches.map(({ credit }) => credit[model])]).toEqual([model, table[model]]);
    }
    expect(unattributed).toBe(0);
    expect(touches[1]).toMatchObject({
      affid: '1001',
      affiliate_name: 'Partner 1001',
      campaign_label: 'Boots in autumn',
      seconds_before: (14 * DAY) / 1000,
    });
  });

  it('uses the requested lookback, and always adds up to one', async () => {
    const far = await conversionDetail(id, '?lookback_days=90');
    expect(far.touches.map(({ credit }) => credit.linear)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(far.touches.map(({ credit }) => credit.first_click)).toEqual([1, 0, 0, 0]);
    for (const lookback of [1, 8, 30, 90]) {
      const { touches } = await conversionDetail(id, `?lookback_days=${lookback}`);
      for (const model of models.filter((one) => one !== 'any_click')) {
        const parts = touches.map(({ credit }) => Math.round((credit[model] ?? 0) * 1e10));
        expect([model, parts.reduce((sum, part) => sum + part, 0)]).toEqual([model, 1e10]);
      }
    }
  });

  it('shows both sides, and their events without secrets and whole addresses', async () => {
    const { conversion, events } = await conversionDetail(id);
    expect(conversion).toMatchObject({
      pairing: 'both',
      dedup_method: 'event_id',
      value_mismatch: false,
      server: { value: 80, order_id: 'o-1', raw_count: 1 },
      browser: { value: 80, event_time: at(MINUTE) },
    });
    expect(events.map(({ side, decides }) => [side, decides])).toEqual([
      ['server', true],
      ['browser', true],
    ]);
    expect(events[0]?.payload).toMatchObject({
      order_id: 'o-1',
      value: '80',
      client_ip: '203.0.113.0',
      params: {
        note: 'write to [hidden]',
        apiKey: '[hidden]',
        seen_from: '203.0.113.0',
        basket: [{ sku: 'shoe', card_number: '[hidden]' }],
        page: 'https://shop.test/thanks?token=[hidden]&size=42',
      },
    });
  });

  it('shows its changes with their times, and its refunds', async () => {
    await send(story, { ...sale, event_time: at(2 * MINUTE), status: 'pending' });
    await send(story, {
      event_name: 'refund',
      event_time: at(3 * MINUTE),
      order_id: 'o-1',
      event_id: 'r-1',
      value: '30',
    });
    const told = await conversionDetail(id);
    expect(told.events).toHaveLength(3);
    const server = told.history.filter(({ side }) => side === 'server');
    expect(server.map(({ kind }) => kind)).toEqual(['made', 'changed', 'changed']);
    expect(server[1]?.changes).toContainEqual({ field: 'paired', from: false, to: true });
    expect(server[2]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'status', from: 'approved', to: 'pending' },
        { field: 'raw_count', from: 1, to: 2 },
      ]),
    );
    expect(told.refunds).toEqual([
      {
        id: expect.stringMatching(/^r_/),
        event_time: at(3 * MINUTE),
        value: 30,
        status: 'approved',
        excluded_reason: null,
      },
    ]);
    const refund = await conversionDetail(told.refunds[0]?.id);
    expect(refund.conversion.record).toBe('refund');
    expect(refund.order).toMatchObject({ id, value: 80 });
    expect(refund.refunds).toEqual([]);
  });

  it('assigns a refund to the latest order before it where an order id is reused', async () => {
    const order = { event_name: 'purchase', order_id: 'o-7', value: '20' };
    const refund = { event_name: 'refund', order_id: 'o-7' };
    await send(
      story,
      { ...order, event_time: at(-5 * DAY), event_id: 'first' },
      { ...refund, event_time: at(-4 * DAY), event_id: 'r-7a', value: '1' },
      { ...order, event_time: at(0), event_id: 'second', value: '25' },
      { ...refund, event_time: at(MINUTE), event_id: 'r-7b', value: '2' },
    );
    const [again] = await log(story, '&search=o-7&record=conversion');
    const { conversion, refunds } = await conversionDetail(again?.id);
    expect([conversion.value, refunds.map(({ value }) => value)]).toEqual([25, [2]]);
  });

  it('finds the refunds near it where an order id is empty', async () => {
    const order = { event_name: 'purchase', order_id: '0' };
    const others = Array.from({ length: 1_000 }, (_, index) => ({
      ...order,
      event_id: `n-${index}`,
      event_time: at(-DAY - index),
      value: '1',
    }));
    await send(story, ...others.slice(0, 500));
    await send(story, ...others.slice(500));
    await send(
      story,
      { ...order, event_time: at(0), event_id: 'n', value: '35' },
      { event_name: 'refund', order_id: '0', event_time: at(MINUTE), event_id: 'r-n', value: '3' },
    );
    const [refund] = await log(story, '&search=r-n');
    const { order: back } = await conversionDetail(refund?.id);
    expect(back?.value).toBe(35);
    expect((await conversionDetail(back?.id)).refunds.map(({ id }) => id)).toEqual([refund?.id]);
  });

  it('shows why it is not counted', async () => {
    await send(
      story,
      { event_name: 'purchase', event_time: at(0), order_id: 'o-2', value: 9, currency: 'JPY' },
      { event_name: 'purchase', event_time: at(0), order_id: 'o-3', value: 9, status: 'rejected' },
    );
    const because = async (order: string) =>
      (await conversionDetail((await log(story, `&search=${order}`))[0]?.id)).excluded_because;
    expect(await because('o-1')).toBeNull();
    expect(await because('o-2')).toBe('There is no exchange rate for JPY on its day.');
    expect(await because('o-3')).toBe('It was rejected.');
    const single = await conversionDetail((await log(story, '&search=o-2'))[0]?.id);
    expect([single.touches, single.unattributed]).toEqual([[], 1]);
  });

  it('answers for the conversions of other affiliates as for an unknown id', async () => {
    const bob = { visitor_id: 'bob' };
    await send(
      story,
      {
        ...bob,
        event_name: 'click',
        event_time: at(-3 * DAY),
        affid: '1003',
        campaign_id: 'rival',
      },
      { ...bob, event_name: 'click', event_time: at(-DAY), affid: '1001', campaign_id: 'own' },
      { ...sale, ...bob, order_id: 'o-4' },
      { event_name: 'purchase', event_time: at(0), order_id: 'o-5', value: 7, affid: '1003' },
    );
    const { partner } = playground.tokens;
    const own = await conversionDetail((await log(story, '&search=o-4'))[0]?.id, '', partner);
    expect(own.touches.map(({ campaign_id: campaign }) => campaign)).toEqual(['own']);
    expect(own.touches[0]?.credit.linear).toBe(0.5);
    expect(JSON.stringify(own)).not.toMatch(/1003|rival|203\.0|Mozilla|bob/);

    const others = (await log(story, '&search=o-5'))[0]?.id ?? '';
    expect((await read(others)).status).toBe(200);
    const [foreign, missing] = [
      await read(others, '', partner),
      await read('c_nobody', '', partner),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect(missing.status).toBe(404);
  });
});

describe('the search of a member who sees only some affiliates', () => {
  const eve = { visitor_id: 'eve', source: 'browser' as const };
  const asOf = `&as_of=${now.toISOString()}`;

  it('finds nothing by a click of another affiliate that earned the conversion before', async () => {
    await send(
      story,
      {
        ...eve,
        event_name: 'click',
        event_time: at(-3 * DAY),
        affid: '1003',
        click_id: 'rival-click',
      },
      {
        event_name: 'purchase',
        event_time: at(0),
        order_id: 'o-30',
        value: '5',
        visitor_id: 'eve',
        source: 'server',
      },
    );
    await send(story, {
      ...eve,
      event_name: 'click',
      event_time: at(-DAY),
      affid: '1001',
      click_id: 'own-click',
    });
    const { partner } = playground.tokens;
    const found = async (search: string, token?: string) =>
      z
        .array(conversionSchema)
        .parse(await request(story, 'conversions', `${asOf}&search=${search}`, token))
        .map(({ order_id }) => order_id);
    expect(await found('own-cl', partner)).toEqual(['o-30']);
    expect(await found('rival-cl')).toEqual(['o-30']);
    expect(await found('rival-cl', partner)).toEqual([]);
    expect(await found('o-30', partner)).toEqual(['o-30']);
  });
});

describe('the name of a campaign', () => {
  const bea = { visitor_id: 'bea', source: 'browser' as const };
  const click = (minute: number, campaign_name: string): Reported => ({
    ...bea,
    event_name: 'click',
    event_time: at(minute * MINUTE),
    affid: '1001',
    campaign_id: 'c9',
    campaign_name,
  });
  const names = async () => {
    const [only] = await log(renamed, '&search=o-9');
    const table = await request(renamed, 'rc-table-data', '&group_by=campaign_id&min_revenue=0');
    const { rows } = z
      .object({ data: z.object({ rows: z.array(z.object({ label: z.string() })) }) })
      .parse(table).data;
    return [only?.campaign_label, ...rows.map(({ label }) => label)];
  };

  it('is the latest reported one, at once, everywhere', async () => {
    const order = { ...bea, event_name: 'purchase', order_id: 'o-9', value: '10.00' };
    await send(renamed, click(-3, 'Boots'), { ...order, event_time: at(0) });
    expect(await names()).toEqual(['Boots', 'Boots']);
    await send(renamed, click(-2, 'Winter boots'));
    expect(await names()).toEqual(['Winter boots', 'Winter boots']);
  });
});

describe('the ledger of server and browser', () => {
  it('counts 100 orders reported by both sides, by one, or under different ids', async () => {
    const time = at(0);
    const order = (index: number) => ({
      event_name: 'purchase',
      event_time: time,
      order_id: `o-${index}`,
      value: `${10 + index}.25`,
      affid: index % 2 === 0 ? '1001' : '1002',
    });
    const server = { source: 'server' as const };
    const browser = { source: 'browser' as const };
    const range = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => from + index);
    const differing = range(95, 100).map((index) => ({ ...order(index), click_id: `ck_${index}` }));
    await send(
      counted,
      ...range(0, 60).flatMap((index) => [
        { ...order(index), ...server },
        { ...order(index), ...browser },
      ]),
      ...range(60, 85).map((index) => ({ ...order(index), ...server })),
      ...range(85, 95).map((index) => ({ ...order(index), ...browser })),
      ...differing.map((one) => ({ ...one, ...server })),
      ...differing.map((one) => ({ ...one, ...browser, order_id: `px-${one.order_id}` })),
    );
    const revenueOf = (...ranges: [number, number][]) =>
      ranges
        .flatMap(([from, to]) => range(from, to))
        .reduce((sum, index) => sum + 10.25 + index, 0);

    const { lines, total, fallback, causes, countings } = await ledger(counted);
    const both = revenueOf([0, 60], [95, 100]);
    const [serverOnly, browserOnly] = [revenueOf([60, 85]), revenueOf([85, 95])];
    expect(lines).toEqual([
      {
        pairing: 'server_only',
        conversions: 25,
        revenue: serverOnly,
        server_revenue: serverOnly,
        browser_revenue: 0,
      },
      {
        pairing: 'both',
        conversions: 65,
        revenue: both,
        server_revenue: both,
        browser_revenue: both,
      },
      {
        pairing: 'browser_only',
        conversions: 10,
        revenue: browserOnly,
        server_revenue: 0,
        browser_revenue: browserOnly,
      },
    ]);
    expect(total).toEqual({
      conversions: 100,
      revenue: revenueOf([0, 100]),
      server_revenue: both + serverOnly,
      browser_revenue: both + browserOnly,
    });
    expect(fallback).toEqual({ conversions: 5, revenue: revenueOf([95, 100]) });
    expect(
      Object.fromEntries(causes.map(({ cause, conversions }) => [cause, conversions])),
    ).toEqual({
      id_missing: 0,
      id_differs: 5,
      too_late: 0,
      not_reported: 35,
      value_differs: 0,
      sent_twice: 0,
    });
    expect(countings.map(({ by, conversions, revenue }) => [by, conversions, revenue])).toEqual([
      ['server', 90, both + serverOnly],
      ['browser', 75, both + browserOnly],
      ['either', 100, revenueOf([0, 100])],
      ['server_events', 90, both + serverOnly],
      ['browser_events', 75, both + browserOnly],
    ]);
    const marked = await log(counted, '&dedup_method=fallback');
    expect(marked.map(({ order_id: id }) => id).sort()).toEqual(
      differing.map((one) => one.order_id),
    );
    expect(new Set((await log(counted, '&limit=500')).map(({ id }) => id)).size).toBe(100);
    const data = await totals(counted);
    expect(data.overlap).toEqual({
      both: 65,
      server_only: 25,
      browser_only: 10,
      union_purchases: 100,
      union_revenue: total.revenue,
    });
  });

  it('names the causes of differences', async () => {
    const before = await ledger(counted);
    const sale = { event_name: 'purchase', value: 10, event_time: at(0) };
    await send(
      counted,
      { ...sale, external_id: 'cy' },
      { ...sale, order_id: 'late-1' },
      { ...sale, order_id: 'late-1', source: 'browser', event_time: at(-3 * DAY) },
      { ...sale, order_id: 'twice-1' },
      { ...sale, order_id: 'twice-1', event_time: at(MINUTE), value: 11 },
      { ...sale, order_id: 'differs-1', value: 100 },
      { ...sale, order_id: 'differs-1', value: 90, source: 'browser' },
      { ...sale, order_id: 'gone-1', status: 'rejected' },
    );
    const after = await ledger(counted);
    const more = after.causes.map(({ cause, conversions }, index) => [
      cause,
      conversions - (before.causes[index]?.conversions ?? 0),
    ]);
    expect(Object.fromEntries(more)).toEqual({
      id_missing: 1,
      id_differs: 0,
      too_late: 1,
      not_reported: 1,
      value_differs: 1,
      sent_twice: 1,
    });
    const data = await totals(counted);
    expect(after.total.revenue).toBe(data.overlap.union_revenue);
    expect(after.total.server_revenue).toBe(data.server_revenue);
    expect(after.total.conversions).toBe(data.overlap.union_purchases);
  });

  it.each(['before', 'after'])(
    'keeps server figures despite a browser event that was forged %s',
    async (when) => {
      const order = `forged-${when}`;
      const real = {
        event_name: 'purchase',
        event_time: at(0),
        order_id: order,
        value: 50,
        affid: '1001',
      };
      const fake = { ...real, event_time: at(-MINUTE), value: 0, source: 'browser' as const };
      const before = await totals(forged);
      if (when === 'before') await send(forged, fake);
      await send(forged, real);
      if (when === 'after') await send(forged, fake);
      const after = await totals(forged);
      expect(after.server_revenue - before.server_revenue).toBe(50);
      expect(after.server_purchases - before.server_purchases).toBe(1);
      expect(after.payout - before.payout).toBe(5);
      expect(after.browser_revenue).toBe(before.browser_revenue);
      expect(after.browser_purchases - before.browser_purchases).toBe(1);
      expect(await log(forged, `&mismatch=1&search=${order}`)).toMatchObject([
        { value: 50, value_mismatch: true, server: { value: 50 }, browser: { value: 0 } },
      ]);
    },
  );
});

describe('the summary', () => {
  const rows = async (query: string) =>
    z
      .object({ data: z.array(hourlyRowSchema) })
      .parse(await request(counted, 'conversions/summary', query)).data;

  it('has rows by hour that add up to the totals of the dashboard', async () => {
    const all = await rows('&min_revenue=0');
    const data = await totals(counted);
    for (const name of [
      'server_revenue',
      'server_purchases',
      'browser_revenue',
      'browser_purchases',
    ] as const) {
      expect([name, all.reduce((sum, row) => sum + row[name], 0)]).toEqual([name, data[name]]);
    }
    expect(
      all.every(({ hour }) => hour.startsWith('2026-11-20T') && hour.endsWith(':00:00+00:00')),
    ).toBe(true);
  });

  it('leaves out rows without server revenue by default', async () => {
    await send(counted, {
      event_name: 'purchase',
      event_time: at(5 * 60 * MINUTE),
      source: 'browser',
      order_id: 'browser-hour',
      affid: '1003',
      value: 12,
    });
    const of = (all: { affid: string }[]) => all.some(({ affid }) => affid === '1003');
    expect(of(await rows(''))).toBe(false);
    expect(of(await rows('&min_revenue=0'))).toBe(true);
    expect((await rows('')).every(({ server_revenue: revenue }) => revenue > 0)).toBe(true);
    expect(await rows('&min_revenue=1000000')).toEqual([]);
  });

  it('is by days for more than one day, in the requested time zone', async () => {
    const { body } = await playground.get(
      `/api/v1/conversions/summary/?affiliate_id=all&project_id=${counted.id}&start_date=2026-11-19&end_date=2026-11-20&timezone=America/New_York&min_revenue=0`,
      playground.tokens.owner,
    );
    const { data } = z.object({ data: z.array(hourlyRowSchema) }).parse(body);
    expect(new Set(data.map(({ hour }) => hour))).toEqual(new Set(['2026-11-20T00:00:00-05:00']));
  });
});
