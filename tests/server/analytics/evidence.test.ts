import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  definitionSchema,
  type GraphPoint,
  graphPointSchema,
  type RcData,
  rcDataSchema,
  report,
  type Table,
  tableSchema,
} from '#contract/analytics/report.ts';
import { endpoints } from '#contract/endpoints.ts';
import { conversionRateBounds, cpaBounds, roasBounds } from '#server/analytics/evidence/bounds.ts';
import { priorOf, revenueOf, type Sample } from '#server/analytics/evidence/posterior.ts';
import { projectedRevenue } from '#server/analytics/evidence/projection.ts';
import { probabilityOfReaching } from '#server/analytics/evidence/separability.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';
import {
  acme,
  type ClickSample,
  type CostSample,
  insertClicks,
  insertCosts,
  insertSales,
  rival,
  type SaleSample,
  vast,
} from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.parse('2026-11-20T20:14:05.000Z');
const earlier = now - 10 * DAY;

/** The shorter the mean delay of a campaign, the sooner people buy; none after 30 days. */
const campaigns = {
  quick: { rate: 0.2, delay: HOUR / 4, value: 60, clicks: 4_000, spend: 400 },
  slow: { rate: 0.2, delay: 2 * DAY, value: 50, clicks: 4_000, spend: 400 },
  tiny: { rate: 0.2, delay: HOUR / 4, value: 60, clicks: 120, spend: 12 },
};
type Name = keyof typeof campaigns;
const names: Name[] = ['quick', 'slow', 'tiny'];
type Order = { name: Name; clicked: number; time: number; value: number };
type Landed = { name: Name; time: number };

const random = seededRandom(20_261_120);
const landed: Landed[] = [];
const orders: Order[] = [];
for (const name of names) {
  const { rate, delay, value, clicks } = campaigns[name];
  for (let index = 0; index < clicks; index += 1) {
    const time = Math.round(now - random.next() * 80 * DAY);
    landed.push({ name, time });
    if (random.next() >= rate) continue;
    const took = Math.round(
      -Math.log(1 - random.next() * (1 - Math.exp((-30 * DAY) / delay))) * delay,
    );
    orders.push({ name, clicked: time, time: time + took, value: value * (1 + random.next()) });
  }
}
const arrivedShare = (name: Name, age: number): number => {
  const { delay } = campaigns[name];
  return Math.min((1 - Math.exp(-age / delay)) / (1 - Math.exp((-30 * DAY) / delay)), 1);
};

/** A campaign that is over: 40 orders of 50, a fifth of it for affiliates, and an unattributed order. */
const minute = (count: number) => new Date(Date.parse('2026-10-10T12:00:00Z') + count * 60_000);
const old = {
  clicks: Array.from(
    { length: 400 },
    (_, index): ClickSample => ({
      project: vast.id,
      time: minute(index).toISOString(),
      visitor: `old${index}`,
      affid: '4001',
      campaign: 'old',
    }),
  ),
  sales: [
    ...Array.from(
      { length: 40 },
      (_, index): SaleSample => ({
        project: vast.id,
        id: `old${index}`,
        clicked: minute(index).toISOString(),
        time: minute(index + 5).toISOString(),
        value: '50',
        payout: '10',
        affid: '4001',
        campaign: 'old',
      }),
    ),
    {
      project: vast.id,
      id: 'stray',
      time: minute(1).toISOString(),
      value: '100000',
      affid: '4001',
      attributed: 0,
    } satisfies SaleSample,
  ],
};

/** One more click, by an affiliate without any history. */
const lone = 1;

let stores: Stores;
let app: FastifyInstance;
let past: FastifyInstance;
const holders = [
  tokenHolder('owner', [membershipOf(acme)]),
  tokenHolder('rival', [membershipOf(rival)]),
  tokenHolder('vast', [membershipOf(vast)]),
  tokenHolder('newcomer', [membershipOf(acme, [{ id: 2, affId: '1002' }])]),
];

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme, rival, vast]);
  const { writer } = stores.warehouse;
  const iso = (time: number) => new Date(time).toISOString();
  const clicks = landed.map(
    ({ name, time }, index): ClickSample => ({
      time: iso(time),
      visitor: `v${index}`,
      campaign: name,
    }),
  );
  const sales = orders
    .filter(({ time }) => time < now)
    .map(
      ({ name, clicked, time, value }, index): SaleSample => ({
        id: `o${index}`,
        clicked: iso(clicked),
        time: iso(time),
        value: value.toFixed(4),
        campaign: name,
      }),
    );
  const spent = names.flatMap((campaign) =>
    Array.from(
      { length: 81 },
      (_, back): CostSample => ({
        date: iso(now - back * DAY).slice(0, 10),
        campaign,
        spend: String(campaigns[campaign].spend),
      }),
    ),
  );
  await insertClicks(writer, clicks);
  await insertSales(writer, sales);
  await insertCosts(writer, spent);
  await insertClicks(writer, [
    { project: rival.id, time: iso(now - HOUR), visitor: 'a', affid: '3001' },
  ]);
  await insertClicks(writer, [{ time: iso(now - HOUR), visitor: 'lone', affid: '1002' }]);
  await insertClicks(writer, old.clicks);
  await insertSales(writer, old.sales);
  await insertCosts(writer, [
    { project: vast.id, date: '2026-10-10', campaign: 'old', spend: '1000' },
  ]);
  app = await startApp(stores, holders, () => new Date(now));
  past = await startApp(stores, holders, () => new Date(earlier));
});
afterAll(async () => {
  await app?.close();
  await past?.close();
  await stores?.stop();
});

type RequestInput = Record<string, string>;

async function request<Data>(
  name: 'rcData' | 'rcChartData' | 'rcTableData',
  schema: z.ZodType<Data>,
  query: RequestInput,
  { person = 'owner', of = app } = {},
): Promise<Data> {
  const all = { affiliate_id: 'all', project_id: '7', timezone: 'America/New_York', ...query };
  const answer = await of.inject({
    url: `${endpoints[name].path}?${new URLSearchParams(all)}`,
    headers: { authorization: `Token ${person}` },
  });
  return report(schema).parse(answer.json()).data as Data;
}

const week = { start_date: '2026-11-14', end_date: '2026-11-20', evidence: '1' };
const today = { start_date: '2026-11-20', end_date: '2026-11-20', evidence: '1' };
const from = Date.parse('2026-11-14T05:00:00Z');
const midnight = Date.parse('2026-11-20T05:00:00Z');

const rowOf = ({ rows }: Table, name: string) => {
  const row = rows.find(({ key }) => key === name);
  if (!row) throw new Error(`No row of ${name}.`);
  return row;
};
const table = (query: RequestInput) =>
  request('rcTableData', tableSchema, { min_revenue: '0', ...query });

/** The expected clicks and orders of some days, as the test knows them. */
function sampleOf(
  wanted: readonly Name[],
  since: number,
  counted: (order: Order) => number = ({ time }) => time,
): Sample {
  const found = orders.filter(
    (order) => wanted.includes(order.name) && counted(order) >= since && order.time < now,
  );
  const values = found.map(({ value }) => Number(value.toFixed(4)));
  return {
    clicks: landed.filter(({ name, time }) => wanted.includes(name) && time >= since).length,
    conversions: values.length,
    revenue: values.reduce((sum, value) => sum + value, 0),
    squares: values.reduce((sum, value) => sum + value ** 2, 0),
  };
}
const expectedShare = (name: Name, since: number): number => {
  const ages = landed
    .filter((one) => one.name === name && one.time >= since)
    .map(({ time }) => now - time);
  return ages.reduce((sum, age) => sum + arrivedShare(name, age), 0) / ages.length;
};

describe('the evidence of figures', () => {
  it('is added only on request', async () => {
    const { rows } = await table({ ...week, evidence: '0' });
    const [point] = await request<GraphPoint[]>('rcChartData', graphPointSchema.array(), {
      ...week,
      evidence: '0',
    });
    const data = await request<RcData>('rcData', rcDataSchema, { ...week, evidence: '0' });
    for (const answer of [...rows, point ?? {}, data]) {
      expect(answer).not.toHaveProperty('settled');
      expect(answer).not.toHaveProperty('roas_low');
      expect(answer).not.toHaveProperty('separable');
    }
  });

  it('contains the settled share of recent clicks, by the delays of their campaign', async () => {
    const rows = await table(today);
    for (const name of ['quick', 'slow'] as const) {
      const { settled } = rowOf(rows, name);
      expect(Math.abs((settled ?? 0) - expectedShare(name, midnight)), name).toBeLessThan(0.05);
    }
    expect(rowOf(rows, 'slow').settled).toBeLessThan(0.3);
    expect(rowOf(rows, 'quick').settled).toBeGreaterThan(0.85);
  });

  it('is complete for clicks that can earn nothing more, and missing without clicks', async () => {
    const { rows } = await table({ ...week, start_date: '2026-10-01', end_date: '2026-10-14' });
    expect(rows.map(({ settled }) => settled)).toEqual([1, 1, 1]);
    expect(rows.every(({ projected_roas: at, projected_roas_low: low }) => at === low)).toBe(true);
    const points = await request<GraphPoint[]>('rcChartData', graphPointSchema.array(), today);
    expect(points.map(({ settled }) => settled).slice(16)).toEqual(Array(8).fill(null));
  });

  it('grows with the age of a day and of an hour', async () => {
    const days = await request<GraphPoint[]>('rcChartData', graphPointSchema.array(), {
      ...week,
      start_date: '2026-10-12',
    });
    const shares = days.map(({ settled }) => settled ?? 0);
    expect(shares[0]).toBe(1);
    expect(shares.at(-1)).toBeLessThan(0.75);
    for (const [index, share] of shares.entries()) {
      expect(share).toBeLessThanOrEqual((shares[index - 1] ?? 1) + 0.02);
    }
    const { rows } = await table({ ...week, group_by: 'date', min_revenue: '0' });
    expect(rows.map(({ key, settled }) => [key, settled]).sort()).toEqual(
      days.slice(-7).map(({ date, settled }) => [date, settled]),
    );
  });

  it('contains the interval of the count', async () => {
    const rows = await table(week);
    const full = sampleOf(names, from);
    const prior = priorOf({ ...full, clicks: full.clicks + lone });
    for (const name of names) {
      const row = rowOf(rows, name);
      const sample = sampleOf([name], from);
      const roas = roasBounds(sample, prior, row.cost);
      const cpa = cpaBounds(sample, prior, row.cost);
      const rate = conversionRateBounds(sample, prior);
      expect(row.conversions).toBe(sample.conversions);
      expect(row.roas_low).toBeCloseTo(roas.low ?? Number.NaN, 3);
      expect(row.roas_high).toBeCloseTo(roas.high ?? Number.NaN, 3);
      expect(row.cpa_low).toBeCloseTo(cpa.low ?? Number.NaN, 1);
      expect(row.cpa_high).toBeCloseTo(cpa.high ?? Number.NaN, 1);
      expect(row.conversion_rate_low).toBeCloseTo(rate.low ?? Number.NaN, 3);
      expect(row.conversion_rate_high).toBeCloseTo(rate.high ?? Number.NaN, 3);
    }
  });

  it("projects the conversions of the period's clicks, not the sales of the period", async () => {
    const slow = rowOf(await table(today), 'slow');
    const own = orders.filter(({ name, clicked }) => name === 'slow' && clicked >= midnight);
    const end = own.reduce((sum, { value }) => sum + value, 0) / slow.cost;
    expect(slow.projected_roas_low).toBeLessThanOrEqual(end);
    expect(slow.projected_roas_high).toBeGreaterThanOrEqual(end);
    expect((slow.roas ?? 0) / (slow.settled ?? 1)).toBeGreaterThan(end * 2);

    const month = { ...today, start_date: '2026-10-22' };
    const since = Date.parse('2026-10-22T04:00:00Z');
    for (const name of ['quick', 'slow'] as const) {
      const row = rowOf(await table(month), name);
      const all = orders.filter((one) => one.name === name && one.clicked >= since);
      const final = all.reduce((sum, { value }) => sum + value, 0) / row.cost;
      expect(Math.abs((row.projected_roas ?? 0) / final - 1), name).toBeLessThan(0.03);
    }
  });

  it('expects for missing conversions the average of settled clicks', async () => {
    const rows = await table(today);
    const { settled } = await request<RcData>('rcData', rcDataSchema, today);
    const brought = (wanted: readonly Name[]): Sample =>
      sampleOf(wanted, midnight, ({ clicked }) => clicked);
    const full = brought(names);
    const prior = priorOf({ ...full, clicks: (full.clicks + lone) * (settled ?? 1) });
    for (const name of ['quick', 'slow'] as const) {
      const row = rowOf(rows, name);
      const { amount = 0 } = projectedRevenue(brought([name]), prior, row.settled ?? 1) ?? {};
      expect(row.projected_roas).toBeCloseTo(amount / row.cost, 2);
    }
  });

  it('learns from the results of clicks, and subtracts payouts', async () => {
    const day = { project_id: '11', start_date: '2026-10-10', end_date: '2026-10-10' };
    const person = { person: 'vast' };
    const params = { ...day, evidence: '1', min_revenue: '0' };
    const row = rowOf(await request('rcTableData', tableSchema, params, person), 'old');
    const sample = { clicks: 400, conversions: 40, revenue: 2_000, squares: 100_000 };
    const prior = priorOf(sample);
    const { low, high } = roasBounds(sample, prior, 1_000);
    expect(row).toMatchObject({ settled: 1, projected_roas: 2, roas: 2 });
    expect(row.roas_low).toBeCloseTo(low ?? Number.NaN, 4);
    expect(row.roas_high).toBeCloseTo(high ?? Number.NaN, 4);
    const revenue = revenueOf(sample, prior);
    expect(row.profit_probability).toBeCloseTo(
      revenue ? probabilityOfReaching(revenue, 1_250) : 0,
      4,
    );
    const { projected_roas, roas } = await request<RcData>(
      'rcData',
      rcDataSchema,
      { ...day, evidence: '1' },
      person,
    );
    expect([projected_roas, roas]).toEqual([2, 102]);
  });

  it('is the same on the clock of clicks, where a row holds the results of its clicks', async () => {
    const conversions = await table(week);
    const clicks = await table({ ...week, clock: 'click' });
    for (const name of names) {
      const [one, other] = [rowOf(conversions, name), rowOf(clicks, name)];
      expect(other.settled).toBe(one.settled);
      expect(other.projected_roas).toBe(one.projected_roas);
      expect(other.projected_roas).toBeGreaterThanOrEqual(other.roas ?? 0);
    }
  });

  it('separates rows from the best one, and estimates the clicks to decide', async () => {
    const rows = await table({ ...week, start_date: '2026-09-10' });
    const [quick, slow, tiny] = names.map((name) => rowOf(rows, name));
    expect([quick?.separable, slow?.separable, tiny?.separable]).toEqual([null, true, false]);
    expect(quick).toMatchObject({ profit_probability: 1, clicks_to_decide: 0 });
    expect(tiny?.profit_probability).toBeGreaterThan(0.5);
    const spent = await table({ ...today, group_by: 'campaign_id', min_revenue: '0' });
    const { clicks_to_decide: more, profit_probability: chances } = rowOf(spent, 'tiny');
    expect(chances).toBeGreaterThanOrEqual(0);
    expect(more === null || (more ?? -1) >= 0).toBe(true);
  });

  it('compares conversion rates where nothing was spent', async () => {
    const { rows } = await table({ ...week, start_date: '2026-09-10', countries: 'US' });
    expect(rows.map(({ roas_low: low }) => low)).toEqual(rows.map(() => null));
    const best = rows.toSorted(
      (a, b) => (b.conversion_rate_low ?? 0) - (a.conversion_rate_low ?? 0),
    )[0];
    for (const { key, separable } of rows) expect(separable).toBe(key === best?.key ? null : false);
  });

  it('covers the total too', async () => {
    const data = await request<RcData>('rcData', rcDataSchema, week);
    const full = sampleOf(names, from);
    const sample = { ...full, clicks: full.clicks + lone };
    const { low, high } = roasBounds(sample, priorOf(sample), data.cost);
    expect(data.roas_low).toBeCloseTo(low ?? Number.NaN, 3);
    expect(data.roas_high).toBeCloseTo(high ?? Number.NaN, 3);
    expect(data.settled).toBeGreaterThan(0.7);
    expect(data.settled).toBeLessThan(1);
  });

  it('respects an as-of instant', async () => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-09', evidence: '1' };
    const asOf = await table({ ...days, as_of: new Date(earlier).toISOString() });
    const then = await request('rcTableData', tableSchema, days, { of: past });
    for (const name of ['quick', 'slow']) {
      expect(rowOf(asOf, name).settled).toBe(rowOf(then, name).settled);
      expect(rowOf(asOf, name).settled).not.toBe(rowOf(await table(days), name).settled);
    }
  });

  it('has no delays where the reader may see too few conversions', async () => {
    const empty = await request<RcData>(
      'rcData',
      rcDataSchema,
      { ...today, project_id: '9' },
      { person: 'rival' },
    );
    expect(empty).toMatchObject({ settled: null, projected_roas: null, roas_low: null });
    const newcomer = await request<RcData>('rcData', rcDataSchema, today, { person: 'newcomer' });
    expect(newcomer).toMatchObject({ settled: null });
  });

  it('ignores conversions after the as-of instant', async () => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-09', evidence: '1' };
    const asOf = { ...days, as_of: new Date(earlier).toISOString() };
    const ofPast = () => request('rcTableData', tableSchema, days, { of: past });
    const [before, then] = [await table(asOf), await ofPast()];
    const late = Array.from({ length: 400 }, (_, index): SaleSample => {
      const clicked = earlier - (40 + index / 20) * DAY;
      return {
        id: `late${index}`,
        clicked: new Date(clicked).toISOString(),
        time: new Date(clicked + 20 * DAY).toISOString(),
        value: '1',
        campaign: 'slow',
      };
    });
    await insertSales(stores.warehouse.writer, late, new Date(now).toISOString());
    expect(rowOf(await table(asOf), 'slow')).toEqual(rowOf(before, 'slow'));
    expect(rowOf(await ofPast(), 'slow').settled).toBeLessThan(
      (rowOf(then, 'slow').settled ?? 0) - 0.01,
    );
  });

  it('is defined beside the measures', async () => {
    const answer = await app.inject({
      url: endpoints.definitions.path,
      headers: { authorization: 'Token owner' },
    });
    const defined = z.array(definitionSchema).parse(answer.json());
    const found = rowOf(await table(week), 'quick');
    const messages = Object.keys(found).filter((name) =>
      /_low$|_high$|^settled$|^projected|^profit_|^clicks_to/.test(name),
    );
    expect(messages).toHaveLength(12);
    for (const name of messages) {
      const [one, ...others] = defined.filter((definition) => definition.name === name);
      expect(one, name).toMatchObject({ additive: false });
      expect(others, name).toEqual([]);
    }
  });

  it('has no probabilities where one order may count twice', async () => {
    const row = rowOf(await table({ ...week, unique_conversions: '0' }), 'quick');
    expect(row).toMatchObject({ roas_low: null, projected_roas: null, separable: null });
    expect(row.settled).toBeGreaterThan(0.9);
  });
});
