import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rcDataSchema } from '#contract/analytics/report.ts';
import { type Conversion, conversionSchema } from '#contract/conversions/schemas.ts';
import { randomProjects } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const seeds = randomProjects(41).slice(1);
const days = 'start_date=2026-09-19&end_date=2026-11-20&timezone=Asia/Kathmandu';
const period = { from: Date.UTC(2026, 8, 18, 18, 15), to: Date.UTC(2026, 10, 20, 18, 15) };

/** One side as the warehouse stores it. */
type Side = {
  conversion_id: string;
  side: 'server' | 'browser';
  time: number;
  record: string;
  value: number;
  status: string;
  excluded_reason: string;
  paired: number;
  attributed: number;
  value_mismatch: number;
  dedup_method: string;
} & Record<'affid' | 'order_id' | 'event_id' | 'click_id' | 'campaign_id' | 'country', string>;

let playground: SeededProduct;
let project: SeededProject;
let plain: Side[];

beforeAll(async () => {
  playground = await startSeededProduct(seeds);
  const [only] = playground.projects;
  if (!only) throw new Error('There is no project to seed.');
  project = only;
  for (const request of seeds[0]?.requests ?? []) await playground.report(project, request);
  await playground.flush();
  plain = await readPlainly();
}, 120_000);
afterAll(() => playground?.stop());

/** One row for each conversion, the server's before the browser's, newest first: sorted here, not by the warehouse. */
async function readPlainly(): Promise<Side[]> {
  const answer = await playground.warehouse.writer.query({
    query: `SELECT conversion_id, side, toFloat64(toUnixTimestamp64Milli(event_time)) AS time, record,
        toFloat64(value) AS value, status, excluded_reason, paired, attributed, value_mismatch, dedup_method,
        affid, order_id, event_id, click_id, campaign_id, country
      FROM conversions FINAL WHERE project_id = {project:UInt32}`,
    query_params: { project: project.id },
    format: 'JSONEachRow',
  });
  const sides = await answer.json<Side>();
  const leads = new Map<string, Side>();
  for (const side of sides) {
    if (side.side === 'server' || !leads.has(side.conversion_id)) {
      leads.set(side.conversion_id, side);
    }
  }
  return [...leads.values()]
    .filter(({ time }) => time >= period.from && time < period.to)
    .sort((a, b) => b.time - a.time || (a.conversion_id < b.conversion_id ? 1 : -1));
}

const url = (query = '', path = 'conversions') =>
  `/api/v1/${path}/?affiliate_id=all&project_id=${project.id}&${days}${query}`;

async function send(address: string, token = playground.tokens.owner) {
  const { status, body, headers } = await playground.get(address, token);
  return { status, body, headers };
}

async function log(query = '', token?: string): Promise<Conversion[]> {
  const { status, body } = await send(url(query), token);
  expect([status, body]).toEqual([200, expect.anything()]);
  return z.array(conversionSchema).parse(body);
}

async function pages(query: string, between?: () => Promise<void>): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body, headers } = await send(url(`${query}${cursor && `&cursor=${cursor}`}`));
    found.push(
      z
        .array(conversionSchema)
        .parse(body)
        .map(({ id }) => id),
    );
    expect(headers['x-total-count'] === undefined).toBe(found.length > 1);
    cursor = z
      .string()
      .nullable()
      .parse(headers['x-next-cursor'] ?? null);
    await between?.();
  }
  return found;
}

const idsOf = (sides: readonly Side[]) => sides.map(({ conversion_id }) => conversion_id);

describe('the log of conversions', () => {
  it('has every conversion and refund once, newest first, over any number of pages', async () => {
    expect(plain.length).toBeGreaterThan(100);
    for (const limit of [23, 500]) {
      const found = await pages(`&limit=${limit}`);
      expect(found.flat()).toEqual(idsOf(plain));
      expect(found.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
    }
    const { headers } = await send(url('&limit=1'));
    expect(headers['x-total-count']).toBe(String(plain.length));
    expect((await send(url('&limit=1&total=0'))).headers['x-total-count']).toBeUndefined();
  });

  it('shows both sides of a conversion as they are', async () => {
    const rows = await log('&limit=500');
    const both = rows.filter(({ pairing }) => pairing === 'both');
    expect(both.length).toBeGreaterThan(10);
    expect(both.every(({ server, browser }) => server && browser)).toBe(true);
    expect(
      both.every(
        ({ server, value, event_time: time }) =>
          server?.value === value && server.event_time === time,
      ),
    ).toBe(true);
    expect(new Set(rows.map(({ pairing }) => pairing)).size).toBe(3);
    expect(rows.every(({ sides, pairing }) => sides.length === (pairing === 'both' ? 2 : 1))).toBe(
      true,
    );
    expect(rows.find(({ campaign_id: id }) => id === 'c1')?.campaign_label).toBeTruthy();
    expect(rows.find(({ affid }) => affid === '1001')?.affiliate_name).toBe('Partner 1001');
  });

  it('adds up to the dashboard', async () => {
    const { body } = await send(url('', 'rc-data'));
    const { data } = z.object({ data: rcDataSchema }).parse(body);
    const rows = await log('&limit=500&record=conversion&excluded_reason=none');
    const count = (wanted: string) => rows.filter(({ pairing }) => pairing === wanted).length;
    expect(data.overlap).toMatchObject({
      both: count('both'),
      server_only: count('server_only'),
      browser_only: count('browser_only'),
      union_purchases: rows.length,
    });
    const revenue = rows.reduce((sum, { server }) => sum + (server?.value ?? 0), 0);
    expect(Math.abs(revenue - data.server_revenue)).toBeLessThan(0.005 * rows.length);
    expect(revenue).toBeGreaterThan(1_000);
  });

  const cases: [query: string, holds: (side: Side) => boolean][] = [
    ['record=refund', ({ record }) => record === 'refund'],
    [
      'status[]=pending&status[]=reversed',
      ({ status }) => ['pending', 'reversed'].includes(status),
    ],
    ['pairing=both', ({ paired }) => paired === 1],
    ['pairing=server_only', ({ paired, side }) => paired === 0 && side === 'server'],
    ['pairing=browser_only', ({ side }) => side === 'browser'],
    ['dedup_method=fallback', ({ dedup_method: method }) => method === 'fallback'],
    ['attributed=1', ({ attributed }) => attributed === 1],
    ['attributed=0', ({ attributed }) => attributed === 0],
    ['excluded_reason=none', ({ excluded_reason: reason }) => reason === ''],
    [
      'excluded_reason=no_rate,rejected',
      ({ excluded_reason: reason }) => ['no_rate', 'rejected'].includes(reason),
    ],
    ['mismatch=1', ({ value_mismatch: differs }) => differs === 1],
    ['min_revenue=100.5', ({ value }) => value >= 100.5],
    ['campaign_id=c1,c2', ({ campaign_id: id }) => ['c1', 'c2'].includes(id)],
    ['campaign_id=-c1', ({ campaign_id: id }) => id !== 'c1'],
    ['countries=DE', ({ country }) => country === 'DE'],
  ];
  it.each(cases)('is filtered by %s', async (query, holds) => {
    const expected = plain.filter(holds);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(plain.length);
    expect((await log(`&limit=500&${query}`)).map(({ id }) => id)).toEqual(idsOf(expected));
  });

  it('finds a conversion by the first characters of any id', async () => {
    for (const name of ['conversion_id', 'order_id', 'event_id', 'click_id'] as const) {
      const id = plain.findLast((side) => side[name] !== '')?.[name] ?? '';
      const rows = await log(`&limit=500&search=${encodeURIComponent(id)}`);
      const exact = plain.filter((side) => side[name] === id);
      expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(idsOf(exact)));
      expect(rows.length).toBeLessThan(plain.length / 2);
    }
    const fallbacks = await log('&dedup_method=fallback&limit=500');
    const fallback = fallbacks.find(({ browser }) => browser?.event_id?.startsWith('px-'));
    const found = await log(`&search=${fallback?.browser?.event_id}`);
    expect(found.map(({ id }) => id)).toEqual([fallback?.id]);
    expect(await log('&search=nothing-begins-like-this')).toEqual([]);
    expect(await log(`&search=${encodeURIComponent("%' OR 1=1 --")}`)).toEqual([]);
  });

  it.each([
    ['cursor', 'cursor=nonsense'],
    ['cursor', `cursor=${Buffer.from('[1,2]').toString('base64url')}`],
    ['limit', 'limit=501'],
    ['status', 'status=lost'],
    ['min_revenue', 'min_revenue=-1'],
    ['model', 'model=linear'],
  ])('refuses a wrong %s', async (field, query) => {
    const { status, body } = await send(url(`&${query}`));
    expect([status, Object.keys(z.looseObject({}).parse(body))]).toEqual([400, [field]]);
  });

  it('shows an affiliate only its own conversions', async () => {
    const token = playground.tokens.partner;
    const own = project.affiliates.slice(0, 2).map(({ affid }) => affid);
    const expected = plain.filter(({ affid }) => own.includes(affid));
    expect(expected.length).toBeGreaterThan(5);
    expect((await log('&limit=500', token)).map(({ id }) => id)).toEqual(idsOf(expected));
  });

  it('shows the conversions as of an instant', async () => {
    expect(await log('&limit=500&as_of=2026-10-01T00:00:00Z')).toEqual([]);
  });

  it('loses and repeats nothing while conversions arrive', async () => {
    let arrived = 0;
    const arrive = async () => {
      arrived += 1;
      await playground.report(project, [
        {
          event_name: 'purchase',
          event_time: new Date(period.to - 60_000 + arrived).toISOString(),
          event_id: `late-${arrived}`,
          value: 5,
        },
      ]);
      await playground.flush();
    };
    const found = (await pages('&limit=60', arrive)).flat();
    expect(arrived).toBeGreaterThan(2);
    expect(found).toEqual(idsOf(plain));
    expect(await log('&limit=500')).toHaveLength(plain.length + arrived);
  });
});
