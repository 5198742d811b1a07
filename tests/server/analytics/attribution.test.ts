import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { models } from '#contract/analytics/attribution.ts';
import { report, type Table, tableSchema } from '#contract/analytics/report.ts';
import type { ReportedEvent } from '#tests/support/reference/reported.ts';
import { acmeSeed } from './random-projects.ts';
import { type SeededProduct, startSeededProduct } from './seeded-product.ts';

const DAY = 86_400_000;
const at = (day: string, daysBefore: number) =>
  new Date(Date.parse(`${day}T12:00:00.000Z`) - daysBefore * DAY).toISOString();

type Came = Partial<ReportedEvent>;
const click = (visitor: string, time: string, came: Came): ReportedEvent => ({
  event_name: 'click',
  source: 'browser',
  event_time: time,
  visitor_id: visitor,
  ...came,
});
const order = (name: string, day: string, value: string, came: Came = {}): ReportedEvent => ({
  event_name: 'purchase',
  event_time: at(day, 0),
  event_id: name,
  visitor_id: name,
  value,
  ...came,
});

/** Three clicks: two weeks, one week and no time before the order. */
const three = '2026-11-18';
/** Four clicks on the days before, the last of them direct. */
const four = '2026-11-17';
/** Two clicks, the earlier one named by the order's click id. */
const named = '2026-11-16';
const none = '2026-11-15';
/** One click, 40 days before. */
const late = '2026-11-14';

const events = [
  click('three', at(three, 14), { affid: '1001', campaign_id: 'c1' }),
  click('three', at(three, 7), { affid: '1002', campaign_id: 'c2' }),
  click('three', at(three, 0), { campaign_id: 'c3' }),
  order('three', three, '70'),
  click('four', at(four, 4), { campaign_id: 'c1' }),
  click('four', at(four, 3), { campaign_id: 'c2' }),
  click('four', at(four, 2), { campaign_id: 'c3' }),
  click('four', at(four, 1), {}),
  order('four', four, '100'),
  click('named', at(named, 20), { affid: '1001', campaign_id: 'c1', click_id: 'ck_named' }),
  click('named', at(named, 2), { campaign_id: 'c2' }),
  order('named', named, '50', { click_id: 'ck_named' }),
  order('none', none, '30', { affid: '1004' }),
  click('late', at(late, 40), { campaign_id: 'c1' }),
  order('late', late, '10', { affid: '1004' }),
];

let product: SeededProduct;

beforeAll(async () => {
  product = await startSeededProduct([{ ...acmeSeed, payouts: [], requests: [] }]);
  const [project] = product.projects;
  if (!project) throw new Error('There is no project.');
  await product.report(project, events);
  await product.flush();
});
afterAll(() => product?.stop());

type Query = Record<string, string>;

async function request(call: string, query: Query, person: 'owner' | 'partner' = 'owner') {
  const [project] = product.projects;
  const search = new URLSearchParams({
    affiliate_id: 'all',
    project_id: `${project?.id}`,
    timezone: 'UTC',
    excluded: '0',
    ...query,
  });
  return product.get(`/api/v1/${call}/?${search}`, product.tokens[person]);
}

async function table(query: Query, person?: 'partner'): Promise<Table> {
  const { status, body } = await request('rc-table-data', query, person);
  expect(status, JSON.stringify(body)).toBe(200);
  return report(tableSchema).parse(body).data;
}

const onDay = (day: string): Query => ({ start_date: day, end_date: day });
const ever = { start_date: '2026-09-01', end_date: '2026-11-20' };

const revenue = ({ rows }: Table) =>
  Object.fromEntries(rows.map(({ key, server_revenue }) => [key ?? 'none', server_revenue]));

describe('how models divide a conversion', () => {
  it.each([
    ['last_click', three, { c3: 70 }],
    ['first_click', three, { c1: 70 }],
    ['last_non_direct', three, { c3: 70 }],
    ['linear', three, { c1: 23.33, c2: 23.33, c3: 23.33 }],
    // Two half-lives, one and none: 1/7, 2/7 and 4/7.
    ['time_decay', three, { c1: 10, c2: 20, c3: 40 }],
    ['position', three, { c1: 28, c2: 14, c3: 28 }],
    ['any_click', three, { c1: 70, c2: 70, c3: 70 }],
    ['last_click', four, { none: 100 }],
    ['last_non_direct', four, { c3: 100 }],
    ['linear', four, { c1: 25, c2: 25, c3: 25, none: 25 }],
    ['position', four, { c1: 40, c2: 10, c3: 10, none: 40 }],
    // 2^(-4/7), 2^(-3/7), 2^(-2/7) and 2^(-1/7) of their sum.
    ['time_decay', four, { c1: 21.42, c2: 23.65, c3: 26.11, none: 28.83 }],
    ['last_click', named, { c1: 50 }],
    ['last_non_direct', named, { c1: 50 }],
    ['position', named, { c1: 25, c2: 25 }],
  ])('%s on %s', async (model, day, expected) => {
    const found = await table({ ...onDay(day), model });
    expect(revenue(found)).toEqual(expected);
  });

  it('shows parts of conversions to two decimals, and rounding remainders among the others', async () => {
    const { rows, other, total } = await table({ ...onDay(three), model: 'linear' });
    expect(rows.map(({ conversions }) => conversions)).toEqual([0.33, 0.33, 0.33]);
    expect(other).toMatchObject({ count: 0, conversions: 0.01, server_revenue: 0.01 });
    expect(total).toMatchObject({ conversions: 1, server_revenue: 70 });
  });

  it.each([
    ['1', { c3: 70 }],
    ['7', { c2: 35, c3: 35 }],
    ['13', { c2: 35, c3: 35 }],
    ['14', { c1: 23.33, c2: 23.33, c3: 23.33 }],
  ])('looks %s days back', async (days, expected) => {
    const found = await table({ ...onDay(three), model: 'linear', lookback_days: days });
    expect(revenue(found)).toEqual(expected);
  });

  it('credits the last click where the click id names one that is too old', async () => {
    expect(revenue(await table({ ...onDay(named), lookback_days: '7' }))).toEqual({ c2: 50 });
    expect(revenue(await table({ ...onDay(named), lookback_days: '20' }))).toEqual({ c1: 50 });
  });

  it('credits within 90 days what 30 days leave unattributed, and names the owner it would have', async () => {
    const shortWindow = await table({ ...onDay(late), model: 'linear', group_by: 'affid' });
    expect(revenue(shortWindow)).toEqual({ 1004: 10 });
    const long = await table({ ...onDay(late), model: 'linear', lookback_days: '90' });
    expect(revenue(long)).toEqual({ c1: 10 });
    expect(long.unattributed.server_revenue).toBe(0);
  });

  it.each(models)('adds up to the same by %s, in every grouping', async (model) => {
    for (const group_by of ['campaign_id', 'affid', 'country', 'channel', 'date']) {
      const found = await table({ ...ever, model, group_by, min_revenue: '0' });
      expect(found.total).toMatchObject({ conversions: 5, server_revenue: 260, payout: 12.5 });
    }
    const { unattributed } = await table({ ...ever, model });
    expect(unattributed).toMatchObject({ conversions: 2, server_revenue: 40 });
  });

  it.each(models)('keeps the payout with the last click by %s', async (model) => {
    const { rows } = await table({ ...ever, model, group_by: 'affid', min_revenue: '0' });
    const owed = rows.filter(({ payout }) => payout !== 0);
    expect(owed.map(({ key, payout }) => [key, payout])).toEqual([['1001', 12.5]]);
  });
});

/**
 * All five orders, 260 in all, computed by hand: 70 by three clicks, 100 by four of which the last is direct, 50 by
 * two, and 40 that no click of the last 30 days earned. By the clock of clicks, the part whose click is from 1 to 13
 * November: two clicks of the first order and the first of the second.
 */
describe('a sheet computed by hand', () => {
  const all = { start_date: '2026-11-14', end_date: '2026-11-18', clock: 'conversion' };
  const some = { start_date: '2026-11-01', end_date: '2026-11-13', clock: 'click' };

  it.each([
    ['last_click', { none: 100, c1: 50, c3: 70 }, {}],
    ['first_click', { c1: 220 }, { c1: 170 }],
    ['last_non_direct', { c1: 50, c3: 170 }, {}],
    ['linear', { none: 25, c1: 73.33, c2: 73.33, c3: 48.33 }, { c1: 48.33, c2: 23.33 }],
    [
      'time_decay',
      // 10 + 21.4179 + 7.2005, 20 + 23.6472 + 42.7995, 40 + 26.1087 and 28.8263.
      { none: 28.83, c1: 38.62, c2: 86.45, c3: 66.11 },
      { c1: 31.42, c2: 20 },
    ],
    ['position', { none: 40, c1: 93, c2: 49, c3: 38 }, { c1: 68, c2: 14 }],
    ['any_click', { none: 100, c1: 220, c2: 220, c3: 170 }, { c1: 170, c2: 70 }],
  ] as const)('agrees with %s on both clocks', async (model, byConversion, byClick) => {
    const onConversion = await table({ ...all, model });
    expect(revenue(onConversion)).toEqual(byConversion);
    expect(onConversion.unattributed).toMatchObject({ conversions: 2, server_revenue: 40 });
    expect(onConversion.total).toMatchObject({ conversions: 5, server_revenue: 260 });
    const onClick = await table({ ...some, model });
    expect(revenue(onClick)).toEqual(byClick);
    expect(onClick.unattributed).toMatchObject({ conversions: 0, server_revenue: 0 });
  });
});

describe('the clock of clicks', () => {
  it('counts each part on the day of its click', async () => {
    const onClick = { clock: 'click', model: 'linear' };
    expect(revenue(await table({ ...onDay('2026-11-04'), ...onClick }))).toEqual({ c1: 23.33 });
    expect(revenue(await table({ ...onDay('2026-11-11'), ...onClick }))).toEqual({ c2: 23.33 });
    expect(revenue(await table({ ...onDay('2026-10-27'), ...onClick }))).toEqual({ c1: 25 });
  });

  it('counts unattributed conversions on their own day', async () => {
    const { unattributed } = await table({ ...onDay(none), clock: 'click' });
    expect(unattributed.server_revenue).toBe(30);
  });

  it('moves the default model too', async () => {
    expect(revenue(await table({ ...onDay('2026-10-27'), clock: 'click' }))).toEqual({ c1: 50 });
    expect((await table({ ...onDay(three), clock: 'click' })).total.server_revenue).toBe(70);
    expect((await table({ ...onDay(four), clock: 'click' })).total.server_revenue).toBe(0);
  });

  it('leads from one clock to the other', async () => {
    const { rows, bridge } = await table({ ...onDay(three), model: 'linear', clocks: 'both' });
    expect(rows.map(({ key, click_clock }) => [key, click_clock?.server_revenue])).toEqual([
      ['c1', 0],
      ['c2', 0],
      ['c3', 23.33],
    ]);
    expect(bridge).toEqual({
      conversion_clock: { conversions: 1, server_revenue: 70 },
      clicked_before: { conversions: 0.67, server_revenue: 46.67 },
      converted_after: { conversions: 0, server_revenue: 0 },
      click_clock: { conversions: 0.33, server_revenue: 23.33 },
    });
    const before = await table({ ...onDay('2026-10-27'), clocks: 'both', min_revenue: '0' });
    expect(before.bridge).toEqual({
      conversion_clock: { conversions: 0, server_revenue: 0 },
      clicked_before: { conversions: 0, server_revenue: 0 },
      converted_after: { conversions: 1, server_revenue: 50 },
      click_clock: { conversions: 1, server_revenue: 50 },
    });
  });
});

describe('the comparison of all models for a row', () => {
  it('has the least, the most and the rank by each', async () => {
    const { rows } = await table({ ...onDay(three), robustness: '1', min_revenue: '0' });
    expect(rows.find(({ key }) => key === 'c3')).toMatchObject({
      credit_low: 0,
      credit_high: 70,
      ranks: {
        last_click: 1,
        first_click: 2,
        last_non_direct: 1,
        linear: 1,
        time_decay: 1,
        position: 1,
      },
      wins: null,
    });
  });

  it("uses the table's lookback, and counts the profitable models", async () => {
    const [project] = product.projects;
    if (!project) throw new Error('There is no project.');
    await product.report(project, [
      { event_name: 'cost', date: named, campaign_id: 'c1', spend: '20' },
      { event_name: 'cost', date: named, campaign_id: 'c2', spend: '40' },
    ]);
    await product.flush();
    const { rows } = await table({ ...onDay(named), robustness: '1', min_revenue: '0' });
    // Last, last non-direct and first give c1 all of the 50; linear and position half; decay 7.20 of it.
    expect(rows.find(({ key }) => key === 'c1')).toMatchObject({
      credit_low: 7.2,
      credit_high: 50,
      ranks: { last_click: 1, first_click: 1, linear: 1, position: 1, time_decay: 2 },
      wins: 3,
    });
    expect(rows.find(({ key }) => key === 'c2')).toMatchObject({
      credit_low: 0,
      credit_high: 42.8,
      ranks: { last_click: 2, linear: 1, time_decay: 1 },
      wins: 1,
    });
    const shortWindow = await table({ ...onDay(named), robustness: '1', lookback_days: '3' });
    expect(shortWindow.rows).toMatchObject([
      { key: 'c2', credit_low: 50, credit_high: 50, wins: 6 },
    ]);
  });
});

describe('access', () => {
  it('follows the credit of the model', async () => {
    const query = { ...ever, group_by: 'affid' };
    const seen = await table({ ...query, model: 'linear' }, 'partner');
    expect(revenue(seen)).toEqual({ 1001: 48.33, 1002: 23.33 });
    expect(seen.total).toMatchObject({ server_revenue: 71.67, payout: 12.5 });
    const last = await table(query, 'partner');
    expect(revenue(last)).toEqual({ 1001: 50 });
    const first = await table({ ...query, model: 'first_click' }, 'partner');
    expect(revenue(first)).toEqual({ 1001: 120 });
  });
});

describe('a call with a model', () => {
  it('names the model in its answer', async () => {
    const { body } = await request('rc-data', {
      ...ever,
      model: 'position',
      lookback_days: '45',
      clock: 'click',
    });
    expect(body).toMatchObject({
      meta: { model: 'position', lookback_days: 45, clock: 'click' },
    });
    expect((await request('rc-data', ever)).body).toMatchObject({
      meta: { model: 'last_click', lookback_days: 30, clock: 'conversion' },
    });
  });

  it.each([
    ['model', 'best_click', /last_click, first_click/],
    ['lookback_days', '0', /1 to 90 days/],
    ['lookback_days', '91', /1 to 90 days/],
    ['lookback_days', 'month', /whole number/],
    ['clock', 'server', /conversion, click/],
  ])('is refused by name: %s=%s', async (field, value, message) => {
    const { status, body } = await request('rc-table-data', { ...ever, [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ [field]: [expect.stringMatching(message)] });
  });
});
