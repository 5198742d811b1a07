import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Grouping, groupings } from '#contract/analytics/dimensions.ts';
import { report, type Table, type TableRow, tableSchema } from '#contract/analytics/report.ts';
import { type DerivedSort, derivedSorts } from '#contract/analytics/report-query.ts';
import { extraOfSort, sortValueOf } from '#contract/analytics/table-order.ts';
import { addDays, dayAt, instantAt, startOfDay, wallTime } from '#contract/period.ts';
import { randomProjects } from './random-projects.ts';
import { type SeededProduct, type SeededProject, startSeededProduct } from './seeded-product.ts';

const seeds = randomProjects(20_261_121);
const runs = { numRuns: Number(process.env.DRILL_DOWN_RUNS ?? 60), seed: 20_261_121 };

let product: SeededProduct;
let project: SeededProject;

beforeAll(async () => {
  product = await startSeededProduct(seeds.slice(0, 1));
  const [first] = product.projects;
  if (!first) throw new Error('There is no project to seed.');
  project = first;
  for (const request of seeds[0]?.requests ?? []) await product.report(project, request);
  await product.flush();
});
afterAll(() => product?.stop());

type Opened = { grouping: Grouping; key: string | null };
type RequestInput = {
  grouping: Grouping;
  path: readonly Opened[];
  query: Record<string, string>;
};

const answers = new Map<string, ReturnType<SeededProduct['get']>>();

/** No event is added here, so answers can be cached. */
async function send({ grouping, path, query }: RequestInput) {
  const search = new URLSearchParams({
    affiliate_id: 'all',
    project_id: String(project.id),
    start_date: '2026-10-20',
    end_date: '2026-11-10',
    timezone: 'America/New_York',
    group_by: grouping,
    min_revenue: '0',
    excluded: '0',
    limit: '100000',
    ...query,
  });
  for (const { grouping: name, key } of path) {
    search.append('parent[]', key === null ? name : `${name}:${key}`);
  }
  const url = `/api/v1/rc-table-data/?${search}`;
  const answer = answers.get(url) ?? product.get(url, product.tokens.owner);
  answers.set(url, answer);
  return answer;
}

async function tableOf(request: RequestInput): Promise<Table> {
  const { status, body } = await send(request);
  expect(status, JSON.stringify([request, body])).toBe(200);
  return report(tableSchema).parse(body).data;
}

const columns = [
  'conversions',
  'clicks',
  'revenue',
  'net_revenue',
  'server_revenue',
  'server_purchases',
  'browser_revenue',
  'browser_purchases',
  'cost',
  'payout',
] as const;
type Column = (typeof columns)[number];
type Sums = Record<Column, number>;

const cents = (amount: number) => Math.round(amount * 100);

function expectSum({ rows, unattributed, other, total }: Table, parent: Sums, about: string) {
  for (const column of columns) {
    const parts = [...rows, unattributed, other].map((part) => cents(part[column]));
    const sum = parts.reduce((left, part) => left + part, 0);
    expect(sum, `${about}: ${column}, rows and total`).toBe(cents(total[column]));
    expect(sum, `${about}: ${column}, children and parent`).toBe(cents(parent[column]));
  }
}

const drills = fc.record({
  order: fc.shuffledSubarray([...groupings], { minLength: 2, maxLength: 5 }),
  picks: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  query: fc.record({
    browser_conversions: fc.constantFrom('0', '1'),
    unique_conversions: fc.constantFrom('0', '1'),
    compare: fc.constantFrom('none', 'same_elapsed'),
    min_revenue: fc.constantFrom('0', '0.01'),
    limit: fc.constantFrom('100000', '2'),
  }),
});

const everything = { compare: 'previous', evidence: '1', robustness: '1', clocks: 'both' } as const;
let unordered: Promise<Table> | null = null;

/** The figures that an order depends on; the query leaves out all others. */
function neededBy(sort: DerivedSort): Record<string, string> {
  const extra = extraOfSort(sort);
  if (extra) return { [extra]: everything[extra] };
  return sort.endsWith('_change') ? { compare: everything.compare } : {};
}

describe('a drill-down', () => {
  it('adds up to the row that was opened, in any order of groupings', async () => {
    let steps = 0;
    let nameless = 0;
    let withoutClick = 0;
    await fc.assert(
      fc.asyncProperty(drills, async ({ order, picks, query }) => {
        const [first = 'campaign_id', ...rest] = order;
        const path: Opened[] = [];
        let shown = await tableOf({ grouping: first, path, query });
        expectSum(shown, shown.total, first);
        for (const [depth, grouping] of rest.entries()) {
          const isWhole = shown.group_by === 'hour' || shown.group_by === 'date';
          const apart = isWhole ? [] : [{ ...shown.unattributed, key: '' }];
          const some = [...shown.rows, ...apart];
          const row = some[(picks[depth] ?? 0) % Math.max(some.length, 1)];
          if (!row) return;
          path.push({ grouping: shown.group_by, key: row.key });
          const request = { grouping, path, query };
          shown = await tableOf(request);
          expectSum(shown, row, JSON.stringify(request));
          steps += 1;
          if (row.key === null) nameless += 1;
          if (row.key === '' && row.conversions > 0) withoutClick += 1;
        }
      }),
      runs,
    );
    expect(steps).toBeGreaterThan(runs.numRuns);
    expect(nameless).toBeGreaterThan(0);
    expect(withoutClick).toBeGreaterThan(0);
  });

  it('opens every hour and every day as its own window, across a clock change', async () => {
    const query = { start_date: '2026-11-01', end_date: '2026-11-01' };
    const hours = await tableOf({ grouping: 'hour', path: [], query });
    expect(hours.rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00']),
    );
    for (const row of hours.rows) {
      const path: Opened[] = [{ grouping: 'hour', key: row.key }];
      expectSum(await tableOf({ grouping: 'device', path, query }), row, `hour ${row.key}`);
    }
  });

  it('names states, with the country where there are several', async () => {
    const namesOf = async (path: Opened[]) => {
      const { rows } = await tableOf({ grouping: 'state', path, query: { sort: 'label' } });
      return new Map(rows.map(({ key, label }) => [key, label]));
    };
    const everywhere = await namesOf([]);
    expect([everywhere.get('TX'), everywhere.get('ON')]).toEqual(['Texas, US', 'Ontario, CA']);
    const states = await namesOf([{ grouping: 'country', key: 'US' }]);
    expect([states.get('TX'), states.get('CA')]).toEqual(['Texas', 'California']);
  });

  it('splits unattributed conversions by their own values', async () => {
    const full = await tableOf({ grouping: 'campaign_id', path: [], query: {} });
    expect(full.unattributed.conversions).toBeGreaterThan(0);
    const path: Opened[] = [{ grouping: 'campaign_id', key: '' }];
    const countries = await tableOf({ grouping: 'country', path, query: {} });
    expect(countries.parents).toEqual([
      { group_by: 'campaign_id', key: '', label: 'Unattributed' },
    ]);
    expect(countries.rows.length).toBeGreaterThan(1);
    expect(countries.rows.every(({ clicks, cost }) => clicks === 0 && cost === 0)).toBe(true);
    expectSum(countries, full.unattributed, 'unattributed by country');
  });

  it('aligns days with their place in the compared period, and hours by local time', async () => {
    const zone = 'America/New_York';
    const days = { start_date: '2026-10-29', end_date: '2026-11-04', compare: 'previous' };
    const before = { start_date: '2026-10-22', end_date: '2026-10-28' };
    const figuresOf = (row: TableRow | undefined) => ({
      server_revenue: row?.server_revenue ?? 0,
      revenue: row?.revenue ?? 0,
      conversions: row?.conversions ?? 0,
      clicks: row?.clicks ?? 0,
      cost: row?.cost ?? 0,
      profit: row?.profit ?? 0,
      roas: row?.roas ?? null,
    });
    const besides = { date: 0, hour: 0, none: 0 };
    for (const grouping of ['date', 'hour'] as const) {
      const { rows } = await tableOf({ grouping, path: [], query: days });
      const others = await tableOf({ grouping, path: [], query: before });
      const startOf = (key: string | null) =>
        grouping === 'date' ? startOfDay(key ?? '', zone) : new Date(key ?? '');
      for (const { key, previous } of rows) {
        const day = dayAt(startOf(key), zone);
        const wall = wallTime(startOf(key), zone).slice(10);
        const beside = instantAt(`${addDays(day, -7)}${wall}`, zone);
        const isSecond = instantAt(`${day}${wall}`, zone).getTime() !== startOf(key).getTime();
        if (isSecond) {
          expect(previous, String(key)).toBeNull();
          besides.none += 1;
          continue;
        }
        const other = others.rows.find((row) => startOf(row.key).getTime() === beside.getTime());
        expect(previous, String(key)).toEqual(figuresOf(other));
        if (other) besides[grouping] += 1;
      }
      const [day, dayBefore] = ['2026-11-01', '2026-10-25'];
      const inside = await tableOf({
        grouping: 'device',
        path: [{ grouping: 'date', key: day }],
        query: days,
      });
      const then = await tableOf({
        grouping: 'device',
        path: [{ grouping: 'date', key: dayBefore }],
        query: before,
      });
      expect(inside.rows.map(({ previous }) => previous)).toEqual(
        inside.rows.map(({ key }) => figuresOf(then.rows.find((row) => row.key === key))),
      );
    }
    expect(besides.date).toBeGreaterThan(2);
    expect(besides.hour).toBeGreaterThan(5);
  });

  it.each(derivedSorts)('orders all rows by %s before it cuts any off', async (sort) => {
    unordered ??= tableOf({ grouping: 'ad_id', path: [], query: { ...everything } });
    const { rows } = await unordered;
    const values = rows.map((row) => sortValueOf(row, sort) as number | null);
    const known = values.filter((value) => value !== null);
    expect(known.length).toBeGreaterThan(1);
    for (const order of ['asc', 'desc']) {
      const sign = order === 'asc' ? 1 : -1;
      const best = known.toSorted((a, b) => sign * (a - b)).slice(0, 3);
      const request = { ...neededBy(sort), sort, order, limit: '3' };
      const first = await tableOf({ grouping: 'ad_id', path: [], query: request });
      expect(first.rows.map((row) => sortValueOf(row, sort))).toEqual(
        [...best, null, null].slice(0, first.rows.length),
      );
    }
  });

  it('refuses an order by a column that was not requested', async () => {
    const query = { sort: 'settled' };
    expect(await send({ grouping: 'ad_id', path: [], query })).toMatchObject({
      status: 400,
      body: { sort: ['To order by settled, ask for evidence=1.'] },
    });
  });

  it('keeps commas and dashes of a key as they are', async () => {
    const { rows } = await tableOf({ grouping: 'affsub', path: [], query: {} });
    const odd = rows.filter(({ key }) => key?.startsWith('-') || key?.includes(','));
    expect(odd.map(({ key }) => key).toSorted()).toEqual(['-dash', 'a,b']);
    for (const row of odd) {
      const path: Opened[] = [{ grouping: 'affsub', key: row.key }];
      expectSum(await tableOf({ grouping: 'country', path, query: {} }), row, String(row.key));
    }
  });

  it.each([
    ['campaign:c1', 'Open rows as "grouping:key".'],
    ['hour:', '"" is not the start of an hour in America/New_York.'],
    ['hour:yesterday', '"yesterday" is not the start of an hour in America/New_York.'],
    ['hour:2026-11-01T01:30:00-04:00', 'No hour starts at 2026-11-01T01:30:00-04:00 in'],
    ['date:2026-02-30', '"2026-02-30" is not a date.'],
  ])('refuses to open %s', async (parent, message) => {
    const query = { parent };
    const { status, body } = await send({ grouping: 'ad_id', path: [], query });
    expect(status).toBe(400);
    expect(JSON.stringify((body as Record<string, unknown>).parent)).toContain(
      JSON.stringify(message).slice(1, -1),
    );
  });

  it('refuses two rows of one grouping', async () => {
    const path: Opened[] = [
      { grouping: 'campaign_id', key: 'c1' },
      { grouping: 'campaign_id', key: 'c2' },
    ];
    expect((await send({ grouping: 'ad_id', path, query: {} })).body).toEqual({
      parent: ['Open one row of a grouping.'],
    });
  });
});
