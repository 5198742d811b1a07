import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { models } from '#contract/analytics/attribution.ts';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import { type FigureRows, figureRowsSchema } from '#contract/analytics/figure-rows.ts';
import { report, type Table, tableSchema } from '#contract/analytics/report.ts';
import { readModel } from '#server/analytics/compiler/model.ts';
import { insertTraffic } from '../offers/traffic.ts';
import { randomProjects } from './random-projects.ts';
import { type SeededProduct, type SeededProject, startSeededProduct } from './seeded-product.ts';

const seeds = randomProjects(20_261_122);
const runs = { numRuns: Number(process.env.FIGURE_ROWS_RUNS ?? 30), seed: 20_261_122 };

/** A project without events, for the test with similar ids. */
const emptyProject = seeds
  .slice(0, 1)
  .map((one) => ({ ...one, name: 'Alike', rates: [], requests: [] }));

let product: SeededProduct;
let project: SeededProject;

beforeAll(async () => {
  product = await startSeededProduct([...seeds.slice(0, 1), ...emptyProject]);
  const [first] = product.projects;
  if (!first) throw new Error('There is no project to seed.');
  project = first;
  for (const request of seeds[0]?.requests ?? []) await product.report(project, request);
  await product.flush();
}, 120_000);
afterAll(() => product?.stop());

type Query = Record<string, string>;

function searchOf(query: Query, cell: readonly string[] = []): URLSearchParams {
  const search = new URLSearchParams({
    affiliate_id: 'all',
    project_id: String(project.id),
    start_date: '2026-09-18',
    end_date: '2026-11-21',
    timezone: 'America/New_York',
    ...query,
  });
  for (const one of cell) search.append('cell[]', one);
  return search;
}

/** No event is added any more, so answers can be cached. */
const answers = new Map<string, Promise<{ status: number; body: unknown }>>();

async function page(query: Query, cell: readonly string[] = [], token = product.tokens.owner) {
  const url = `/api/v1/figures/rows/?${searchOf(query, cell)}`;
  const request = answers.get(`${token} ${url}`) ?? product.get(url, token);
  answers.set(`${token} ${url}`, request);
  const { status, body } = await request;
  expect(status, JSON.stringify([query, cell, body])).toBe(200);
  return report(figureRowsSchema).parse(body).data;
}

/** Every page of a figure in one. */
async function opened(query: Query, cell: readonly string[] = []): Promise<FigureRows> {
  const first = await page({ limit: '500', ...query }, cell);
  const rows = [...first.rows];
  let cursor = first.next_cursor;
  while (cursor !== null) {
    const next = await page({ limit: '500', ...query, cursor }, cell);
    rows.push(...next.rows);
    cursor = next.next_cursor;
  }
  return { ...first, rows };
}

/** Ten decimals as a whole number: sums are exact. */
function scaled(text: string): bigint {
  const [fullText = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(fullText + fraction.padEnd(10, '0'));
  return text.startsWith('-') ? -digits : digits;
}

const sumOf = (rows: FigureRows['rows']) =>
  rows.reduce((sum, { amount }) => sum + scaled(amount), 0n);

function expectSum(found: FigureRows, about: string) {
  const { figure, sum, rows, total_rows: total } = found;
  expect(scaled(sum ?? ''), `${about}: sum and figure`).toBe(scaled(figure.value ?? ''));
  expect(sumOf(rows), `${about}: rows and figure`).toBe(scaled(figure.value ?? ''));
  expect(rows.length, `${about}: rows`).toBe(total);
}

const measures = [...readModel().measures.values()];
const withRows = measures.filter(
  ({ meta, name, parts }) => meta.additive || (parts.length === 0 && !name.endsWith('_error')),
);
const computed = measures.filter(
  ({ name, parts }) => !withRows.some((one) => one.name === name) && parts.length > 0,
);

const groupings: Grouping[] = [
  'campaign_id',
  'country',
  'affid',
  'utm_campaign',
  'device',
  'date',
  'hour',
];

describe('an opened figure', () => {
  it.each(withRows.map(({ name }) => name))('is the sum of its rows: %s', async (figure) => {
    expectSum(await opened({ figure }), figure);
  });

  it.each(computed.map(({ name, parts }) => [name, parts] as const))(
    'is computed from figures that open in turn: %s',
    async (figure, parts) => {
      const found = await page({ figure });
      expect(found.adds).toBe('parts');
      expect(found.rows).toEqual([]);
      expect(found.parts.map(({ name }) => name)).toEqual(parts);
      const values = found.parts.map(({ value }) => Number(value));
      const [first = 0, second = 0] = values;
      const quotient = first / second;
      const expected = figure.endsWith('roi')
        ? quotient - 1
        : figure === 'cpm'
          ? 1000 * quotient
          : quotient;
      expect(Number(found.figure.value)).toBeCloseTo(expected, 6);
      for (const part of found.parts) {
        const { figure: there } = await page({ figure: part.name, limit: '1' });
        expect(there.value).toBe(part.value);
      }
    },
  );

  it('equals the sum of its rows in every cell, model, clock, side and moment', async () => {
    let cellsWithRows = 0;
    const request = fc.record({
      figure: fc.constantFrom(...withRows.map(({ name }) => name)),
      grouping: fc.constantFrom(...groupings),
      pick: fc.nat(),
      limit: fc.constantFrom('40', '500'),
      query: fc.record({
        model: fc.constantFrom(...models),
        clock: fc.constantFrom('conversion', 'click'),
        lookback_days: fc.constantFrom('30', '3', '90'),
        as_of: fc.constantFrom('', '2026-11-20T20:14:05.000Z'),
        countries: fc.constantFrom('', 'US,DE', '-US'),
        affiliate_id: fc.constantFrom('all', 'some'),
      }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ figure, grouping, pick, limit, query }) => {
        const some = project.affiliates.slice(0, 2).map(({ id }) => id);
        const input = Object.fromEntries(
          Object.entries(query)
            .map(([name, value]) => [name, value === 'some' ? some.join() : value] as const)
            .filter(([, value]) => value !== ''),
        );
        const table = await tableBy(grouping, input);
        const rows = [...table.rows, { ...table.unattributed, key: '' }].filter(
          ({ key }) => key !== '' || (grouping !== 'date' && grouping !== 'hour'),
        );
        const row = rows[pick % Math.max(rows.length, 1)];
        if (!row) return;
        const cell = row.key === null ? grouping : `${grouping}:${row.key}`;
        const found = await opened({ figure, limit, ...input }, [cell]);
        expectSum(found, JSON.stringify([figure, cell, input]));
        if (found.rows.length > 0) cellsWithRows += 1;
        const shown = (row as Record<string, unknown>)[figure];
        if (typeof shown === 'number') {
          expect(Number(found.figure.value), JSON.stringify([figure, cell, input])).toBeCloseTo(
            shown,
            1,
          );
        }
      }),
      runs,
    );
    expect(cellsWithRows).toBeGreaterThan(runs.numRuns / 4);
  }, 120_000);
});

it('an opened figure separates similar long ids, page by page', async () => {
  const other = product.projects[1];
  if (!other) throw new Error('There is one project only.');
  const long = (letter: string) => letter.repeat(250);
  const cost = { event_name: 'cost', date: '2026-10-05', spend: '2' } as const;
  const bought = { event_name: 'purchase', event_time: '2026-10-05T12:00:00.000Z', value: '3' };
  await product.report(other, [
    { ...cost, campaign_id: 'a b', adset_id: 'c' },
    { ...cost, campaign_id: 'a', adset_id: 'b c' },
    { ...cost, account: long('а'), campaign_id: long('б'), adset_id: long('в'), ad_id: long('г') },
    ...['д', 'ж', 'з'].map((letter) => ({
      ...bought,
      order_id: long(letter),
      external_id: long(letter),
    })),
    ...['к', 'л', 'м'].map((letter) => ({
      event_name: 'page_view',
      event_time: '2026-10-05T12:00:00.000Z',
      visitor_id: long(letter),
    })),
  ]);
  await product.flush();
  const people = ['server_users', 'funnel_users_page_view', 'funnel_events_page_view'];
  for (const figure of ['cost', 'server_revenue', ...people]) {
    const found = await opened({ figure, limit: '1', project_id: String(other.id) });
    expectSum(found, figure);
    expect(found.rows.length, figure).toBe(3);
    expect(new Set(found.rows.map(({ id }) => id)).size, figure).toBe(3);
  }
});

/** The sent and stored events, read without the model. */
async function storedCount(where: string): Promise<number> {
  const answer = await product.warehouse.writer.query({
    query: `SELECT toString(count()) AS count FROM events WHERE project_id = {project:UInt32} AND (${where})`,
    query_params: { project: project.id },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ count: string }>();
  return Number(row?.count);
}

const leftOut = ({ excluded }: FigureRows, ...reasons: string[]) =>
  excluded.filter(({ reason }) => reasons.includes(reason));
const eventsIn = (some: readonly { events: number }[]) =>
  some.reduce((sum, { events }) => sum + events, 0);
/** All reasons but repetition and the other side. */
const reasonsOfEvents = ['test', 'bot', 'rejected', 'reversed', 'no_rate'];

describe('what clicks pay', () => {
  /** A project in which no other test counts clicks, in days that hold nothing else. */
  const alike = () => {
    const [, second] = product.projects;
    if (!second) throw new Error('There is no second project.');
    return second;
  };
  const days = () => ({
    figure: 'payout',
    project_id: String(alike().id),
    start_date: '2026-08-01',
    end_date: '2026-08-31',
    timezone: 'UTC',
  });

  beforeAll(async () => {
    const [first, second] = alike().affiliates.map(({ affid }) => affid);
    const paying = (affid = '', amount: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ affid, offer: '101', paid: amount },
        at: new Date(Date.UTC(2026, 7, 20, index)).toISOString(),
      }));
    await insertTraffic(product.warehouse.writer, alike().id, {
      clicks: [
        ...paying(first, '0.0375', 30),
        ...paying(second, '0.4', 3),
        ...paying(first, '0', 4),
      ],
    });
  });

  it('is part of the payout, and each such click is a row of it', async () => {
    const found = await opened(days());
    expectSum(found, 'payout');
    expect(found.figure.value).toBe('2.325');
    expect(found.rows.map(({ kind, amount }) => `${kind} ${Number(amount)}`).sort()).toEqual([
      ...Array.from({ length: 30 }, () => 'click 0.0375'),
      ...Array.from({ length: 3 }, () => 'click 0.4'),
    ]);
    expect(found.excluded).toEqual([]);
  });

  it.each(models)('adds up by %s, and for one affiliate', async (model) => {
    const [, second] = alike().affiliates;
    const all = await opened({ ...days(), model });
    expectSum(all, model);
    expect(all.figure.value).toBe('2.325');
    const own = await opened({ ...days(), model }, [`affid:${second?.affid}`]);
    expectSum(own, model);
    expect([own.figure.value, own.rows.length]).toEqual(['1.2', 3]);
  });
});

describe('the excluded rows of a figure', () => {
  it.each([
    ['server_revenue', "event_name = 'purchase' AND side = 'server'"],
    ['server_purchases', "event_name = 'purchase' AND side = 'server'"],
    ['browser_revenue', "event_name = 'purchase' AND side = 'browser'"],
    ['refund_amount', "event_name = 'refund' AND side = 'server'"],
    ['clicks', "event_name = 'click'"],
  ])('are all sent events that are not in it: %s', async (figure, sent) => {
    const found = await opened({ figure });
    const out = leftOut(found, ...reasonsOfEvents, ...(figure === 'clicks' ? ['duplicate'] : []));
    expect(eventsIn(found.rows) + eventsIn(out)).toBe(await storedCount(sent));
    expect(eventsIn(found.rows)).toBeGreaterThan(0);
    const missing = figure === 'clicks' ? ['duplicate'] : ['rejected', 'no_rate', 'test', 'bot'];
    expect(out.map(({ reason }) => reason)).toEqual(expect.arrayContaining(missing.slice(0, 1)));
  });

  it('name repeated events, which a figure of every event contains', async () => {
    const once = await opened({ figure: 'server_revenue' });
    const every = await page({ figure: 'raw_server_revenue', limit: '1' });
    const [duplicates] = leftOut(once, 'duplicate');
    expect(duplicates?.events).toBe(once.rows.reduce((sum, { events }) => sum + events - 1, 0));
    expect(scaled(once.sum ?? '') + scaled(duplicates?.value ?? '')).toBe(scaled(every.sum ?? ''));
    expect(leftOut(every, 'duplicate')).toEqual([]);
  });

  it('name events of the other side only', async () => {
    const server = await page({ figure: 'server_revenue', limit: '1' });
    const single = await page({ figure: 'browser_only_revenue', limit: '1' });
    const [other] = leftOut(server, 'other_side');
    expect(other).toMatchObject({ rows: single.total_rows, value: single.sum });
  });

  it('are the same under every model where models do not matter', async () => {
    const usual = await page({ figure: 'server_revenue', limit: '1' });
    for (const model of ['linear', 'position', 'any_click']) {
      const found = await page({
        figure: 'server_revenue',
        limit: '1',
        model,
        clock: 'conversion',
      });
      expect(found.excluded, model).toEqual(usual.excluded);
    }
  });
});

describe('the query of a figure', () => {
  it('is returned with its window in UTC, its zone and all its filters', async () => {
    const found = await page({ figure: 'revenue', browser_conversions: '1', countries: '-FR' }, [
      'campaign_id:c1',
      'date:2026-11-01',
    ]);
    expect(found.figure).toMatchObject({
      name: 'browser_revenue',
      unit: 'currency',
      additive: true,
    });
    expect(found.window).toEqual({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-11-02T05:00:00.000Z',
      timezone: 'America/New_York',
    });
    expect(found.filters.map(({ name, only }) => [name, only])).toEqual([
      ['project_id', true],
      ['country', false],
      ['campaign_id', true],
      ['date', true],
    ]);
    expect(found.filters[1]?.values).toEqual(['France']);
  });

  it.each([
    ['an unknown figure', '&figure=luck', 'figure'],
    ['an estimate', '&figure=server_revenue_error', 'figure'],
    ['a cursor of another list', '&figure=clicks&cursor=abc', 'cursor'],
    ['a cell of an unknown dimension', '&figure=clicks&cell[]=luck:1', 'cell'],
  ])('is refused for %s', async (_, rest, field) => {
    const { status, body } = await product.get(
      `/api/v1/figures/rows/?${searchOf({})}${rest}`,
      product.tokens.owner,
    );
    expect([status, Object.keys(body as object)]).toEqual([400, [field]]);
  });

  it('shows an affiliate no row of another', async () => {
    const partner = product.tokens.partner;
    const found = await page(
      { figure: 'server_revenue', limit: '500', model: 'linear' },
      [],
      partner,
    );
    expect(found.rows.length).toBeGreaterThan(0);
    const own = project.affiliates.slice(0, 2).map(({ affid }) => affid);
    expect(found.rows.every(({ affid }) => own.includes(affid ?? ''))).toBe(true);
    expect(scaled(found.sum ?? '')).toBe(scaled(found.figure.value ?? ''));
  });
});

async function tableBy(grouping: Grouping, query: Query): Promise<Table> {
  const search = searchOf({ group_by: grouping, min_revenue: '0', limit: '1000', ...query });
  const { status, body } = await product.get(
    `/api/v1/rc-table-data/?${search}`,
    product.tokens.owner,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return report(tableSchema).parse(body).data;
}
