import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ccDataSchema,
  countryRowSchema,
  hourlyRowSchema,
  paymentSchema,
  rcDataSchema,
  tableSchema,
} from '#contract/analytics/report.ts';
import {
  type ConversionLedger,
  conversionLedgerSchema,
  conversionSchema,
  type LedgerCause,
} from '#contract/conversions/schemas.ts';
import type { Reported, ReportedEvent } from '#tests/support/reference/reported.ts';
import { type ProjectSeed, randomProjects } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const MINUTE = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(noon + ms).toISOString();
const seeds = randomProjects(7_301).slice(0, 1);

const shop = (name: string): ProjectSeed => ({
  name,
  timezone: 'UTC',
  currency: 'USD',
  terms: {
    '1001': [{ from: 0, type: 'revshare', value: '0.1' }],
    '1002': [{ from: 0, type: 'cpa', value: '3' }],
  },
  payouts: [],
  rates: [],
  requests: [],
});

let playground: SeededProduct;
let random: SeededProject;
let hundred: SeededProject;
let forged: SeededProject;

beforeAll(async () => {
  playground = await startSeededProduct([...seeds, shop('Hundred'), shop('Forged')]);
  const [first, second, third] = playground.projects;
  if (!first || !second || !third) throw new Error('Three shops are open.');
  [random, hundred, forged] = [first, second, third];
  for (const request of seeds[0]?.requests ?? []) await playground.report(random, request);
  await playground.flush();
}, 180_000);
afterAll(() => playground?.stop());

type Query = Record<string, string>;
const today = { start_date: '2026-11-20', end_date: '2026-11-20', timezone: 'UTC' };

async function send(project: SeededProject, path: string, query: Query = {}): Promise<unknown> {
  const search = new URLSearchParams({
    affiliate_id: 'all',
    project_id: `${project.id}`,
    ...today,
    ...query,
  });
  const { status, body } = await playground.get(
    `/api/v1/${path}/?${search}`,
    playground.tokens.owner,
  );
  expect([path, status, body]).toEqual([path, 200, expect.anything()]);
  return body;
}
const dataOf = async <Data>(
  schema: z.ZodType<Data>,
  ...requests: Parameters<typeof send>
): Promise<Data> =>
  schema.parse(z.object({ data: z.unknown() }).parse(await send(...requests)).data);

const ledger = (project: SeededProject, query?: Query) =>
  dataOf(conversionLedgerSchema, project, 'conversions/ledger', query);
const totals = (project: SeededProject, query?: Query) =>
  dataOf(rcDataSchema, project, 'rc-data', query);
const log = async (project: SeededProject, query: Query) =>
  z.array(conversionSchema).parse(await send(project, 'conversions', { limit: '500', ...query }));

const lineOf = ({ lines }: ConversionLedger, pairing: string) =>
  lines.find((line) => line.pairing === pairing);
const countedBy = ({ countings }: ConversionLedger, by: string) => {
  const found = countings.find((one) => one.by === by);
  return [found?.conversions, found?.revenue];
};
const causesOf = ({ causes }: ConversionLedger) =>
  Object.fromEntries(causes.map(({ cause, conversions }) => [cause, conversions])) as Record<
    LedgerCause,
    number
  >;
const cents = (value: number) => Math.round(value * 100);

describe('the ledger', () => {
  const months = { start_date: '2026-09-19', end_date: '2026-11-20' };

  it.each([
    ['of months', months],
    ['of a month elsewhere', { ...months, start_date: '2026-11-01', timezone: 'Asia/Kathmandu' }],
    ['of one day', { ...months, start_date: '2026-11-12', end_date: '2026-11-12' }],
    ['of one affiliate', { ...months, affiliate_id: 'first' }],
    ['of some countries', { ...months, countries: 'US,DE' }],
  ])('%s agrees with every call of the dashboard', async (_, fields: Query) => {
    const one = String(random.affiliates[0]?.id);
    const query = fields.affiliate_id ? { ...fields, affiliate_id: one } : fields;
    const [found, data] = await Promise.all([ledger(random, query), totals(random, query)]);
    expect(found.total).toMatchObject({
      conversions: data.overlap.union_purchases,
      revenue: data.overlap.union_revenue,
      server_revenue: data.server_revenue,
    });
    expect(found.lines.map(({ pairing, conversions }) => [pairing, conversions])).toEqual([
      ['server_only', data.overlap.server_only],
      ['both', data.overlap.both],
      ['browser_only', data.overlap.browser_only],
    ]);
    expect(countedBy(found, 'server')).toEqual([data.server_purchases, data.server_revenue]);
    expect(countedBy(found, 'browser')).toEqual([data.browser_purchases, data.browser_revenue]);
    expect(countedBy(found, 'either')).toEqual([found.total.conversions, found.total.revenue]);
    for (const [by, browser_conversions] of [
      ['server_events', '0'],
      ['browser_events', '1'],
    ] as const) {
      const raw = await totals(random, { ...query, unique_conversions: '0', browser_conversions });
      expect([by, ...countedBy(found, by)]).toEqual([by, raw.conversions, raw.revenue]);
    }
    for (const name of ['conversions', 'revenue', 'server_revenue', 'browser_revenue'] as const) {
      const sum = found.lines.reduce((left, line) => left + cents(line[name]), 0);
      // Three lines, each rounded on its own.
      expect([name, Math.abs(sum - cents(found.total[name])) <= 1]).toEqual([name, true]);
    }
  });

  it('gives one cause for each conversion without a common id', async () => {
    const found = await ledger(random, months);
    const { id_missing, id_differs, too_late, not_reported } = causesOf(found);
    const apart = ['server_only', 'browser_only'].map((name) => lineOf(found, name)?.conversions);
    const unmatched = (apart[0] ?? 0) + (apart[1] ?? 0) + found.fallback.conversions;
    expect(unmatched).toBeGreaterThan(10);
    expect(id_missing + id_differs + too_late + not_reported).toBe(unmatched);
    const counted = { ...months, record: 'conversion', excluded_reason: 'none' };
    const marked = await log(random, { ...counted, dedup_method: 'fallback' });
    expect(found.fallback.conversions).toBe(marked.length);
    const differing = await log(random, { ...counted, mismatch: '1' });
    expect(causesOf(found).value_differs).toBe(differing.length);
    const worth = found.causes.find(({ cause }) => cause === 'value_differs')?.revenue ?? 0;
    const shown = differing.reduce((sum, { value }) => sum + cents(value), 0);
    expect(differing.length).toBeGreaterThan(0);
    expect(Math.abs(cents(worth) - shown)).toBeLessThanOrEqual(differing.length / 2);
  });

  it('is empty for days without conversions', async () => {
    const found = await ledger(random, { start_date: '2020-01-01', end_date: '2020-01-31' });
    expect(found.total).toEqual({
      conversions: 0,
      revenue: 0,
      server_revenue: 0,
      browser_revenue: 0,
    });
    expect(found.lines).toHaveLength(3);
    expect(new Set(Object.values(causesOf(found)))).toEqual(new Set([0]));
  });
});

describe('100 orders', () => {
  const order = (index: number): ReportedEvent => ({
    event_name: 'purchase',
    event_time: at(index * 1_000),
    order_id: `o-${index}`,
    visitor_id: `v-${index}`,
    value: `${10 + index}.25`,
    affid: index % 2 === 0 ? '1001' : '1002',
    country: 'US',
  });
  const seenBy = (source: 'server' | 'browser', from: number, to: number, more = {}): Reported[] =>
    Array.from({ length: to - from }, (_, index) => ({ ...order(from + index), source, ...more }));

  beforeAll(async () => {
    const named = (events: Reported[], prefix: string) =>
      events.map((event) => {
        const { order_id = '' } = event as ReportedEvent;
        return {
          ...event,
          order_id: `${prefix}${order_id}`,
          click_id: `ck_${order_id}`,
        } as Reported;
      });
    const events = [
      ...seenBy('server', 0, 60),
      ...seenBy('browser', 0, 60),
      ...seenBy('server', 60, 85),
      ...seenBy('browser', 85, 95),
      ...named(seenBy('server', 95, 100), ''),
      ...named(seenBy('browser', 95, 100), 'px-'),
    ];
    // Neither side first, and in several batches.
    const mixed = events.map((event, index) => ({ event, key: (index * 73) % events.length }));
    const sorted = mixed.sort((a, b) => a.key - b.key).map(({ event }) => event);
    for (let from = 0; from < sorted.length; from += 40) {
      await playground.report(hundred, sorted.slice(from, from + 40));
      await playground.flush();
    }
  });

  it('are 100 conversions: 65 of both sides, 25 of the server, 10 of the browser', async () => {
    const found = await ledger(hundred);
    expect(found.lines.map(({ pairing, conversions }) => [pairing, conversions])).toEqual([
      ['server_only', 25],
      ['both', 65],
      ['browser_only', 10],
    ]);
    expect(found.total.conversions).toBe(100);
    expect(found.fallback.conversions).toBe(5);
    expect(causesOf(found)).toEqual({
      id_missing: 0,
      id_differs: 5,
      too_late: 0,
      not_reported: 35,
      value_differs: 0,
      sent_twice: 0,
    });
  });

  it('are the same in every call of the dashboard', async () => {
    const { overlap } = await totals(hundred);
    expect(overlap).toMatchObject({
      union_purchases: 100,
      both: 65,
      server_only: 25,
      browser_only: 10,
    });
    expect((await totals(hundred)).conversions).toBe(90);
    expect((await totals(hundred, { browser_conversions: '1' })).conversions).toBe(75);
    expect(await dataOf(ccDataSchema, hundred, 'cc-data')).toMatchObject({
      conversions: 90,
      unique_conversions: 90,
      raw_conversions: 90,
    });
    for (const group_by of ['affid', 'country', 'hour']) {
      const { total } = await dataOf(tableSchema, hundred, 'rc-table-data', {
        group_by,
        min_revenue: '0',
      });
      expect([group_by, total.server_purchases, total.browser_purchases]).toEqual([
        group_by,
        90,
        75,
      ]);
    }
    const hours = await dataOf(z.array(hourlyRowSchema), hundred, 'bq-data');
    expect(hours.reduce((sum, row) => sum + row.server_purchases, 0)).toBe(90);
    const countries = await dataOf(z.array(countryRowSchema), hundred, 'country-breakdown');
    expect(countries).toMatchObject([{ country: 'US', conversions: 90 }]);
    const paid = await dataOf(z.array(paymentSchema), hundred, 'rc-payment-data');
    expect(paid.reduce((sum, { purchases }) => sum + purchases, 0)).toBe(90);
    expect(new Set((await log(hundred, {})).map(({ id }) => id)).size).toBe(100);
  });

  it('have five without a common id that are matched by the person', async () => {
    const marked = await log(hundred, { dedup_method: 'fallback' });
    expect(marked.map(({ order_id, pairing }) => [order_id, pairing]).sort()).toEqual(
      [95, 96, 97, 98, 99].map((index) => [`o-${index}`, 'both']),
    );
    expect(marked.map(({ browser }) => browser?.order_id).sort()).toEqual(
      [95, 96, 97, 98, 99].map((index) => `px-o-${index}`),
    );
    expect(await log(hundred, { dedup_method: 'event_id' })).toHaveLength(60);
  });
});

describe('a browser event with the id of an order and no value', () => {
  it.each(['before', 'after'] as const)(
    'sent %s the server’s, changes nothing of the server and is shown beside it',
    async (when) => {
      const real: ReportedEvent = {
        event_name: 'purchase',
        event_time: at(0),
        order_id: `real-${when}`,
        visitor_id: `buyer-${when}`,
        value: 50,
        affid: '1001',
        source: 'server',
      };
      const fake: ReportedEvent = {
        ...real,
        event_time: at(when === 'before' ? -MINUTE : MINUTE),
        visitor_id: `stranger-${when}`,
        value: 0,
        affid: '1002',
        source: 'browser',
      };
      const [was, wasLedger] = [await totals(forged), await ledger(forged)];
      for (const event of when === 'before' ? [fake, real] : [real, fake]) {
        await playground.report(forged, [event]);
        await playground.flush();
      }
      const [is, isLedger] = [await totals(forged), await ledger(forged)];
      expect(is.revenue - was.revenue).toBe(50);
      expect(is.conversions - was.conversions).toBe(1);
      expect(is.users - was.users).toBe(1);
      expect(is.payout - was.payout).toBe(5);
      expect(is.overlap.union_revenue - was.overlap.union_revenue).toBe(50);
      expect(is.browser_purchases - was.browser_purchases).toBe(1);
      expect(is.browser_revenue).toBe(was.browser_revenue);

      expect(await log(forged, { search: real.order_id ?? '', mismatch: '1' })).toMatchObject([
        {
          pairing: 'both',
          value: 50,
          payout: 5,
          affid: '1001',
          event_time: real.event_time,
          value_mismatch: true,
          server: { value: 50 },
          browser: { value: 0 },
        },
      ]);
      expect(causesOf(isLedger).value_differs - causesOf(wasLedger).value_differs).toBe(1);
      const [both, before] = [lineOf(isLedger, 'both'), lineOf(wasLedger, 'both')];
      expect((both?.server_revenue ?? 0) - (before?.server_revenue ?? 0)).toBe(50);
      expect(both?.browser_revenue).toBe(before?.browser_revenue);
    },
  );
});
