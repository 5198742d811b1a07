import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertSales } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
const now = () => new Date('2026-11-20T20:14:05.123Z');

/** Three days of returning people, and of orders; three of them were earned by clicks of several days. */
beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  const { writer } = stores.warehouse;
  const countries = ['US', 'DE', 'FR'];
  const moments = ['18', '19', '20'].flatMap((day) =>
    ['07', '14', '20', '21'].map((hour) => `2026-11-${day}T${hour}`),
  );
  await insertClicks(
    writer,
    moments.flatMap((moment, index) =>
      ['page_view', 'click', 'view_content', 'add_to_cart', 'initiate_checkout', 'purchase']
        .slice(0, 2 + (index % 5))
        .map((name, at) => ({
          name,
          visitor: `v${index % 5}`,
          country: countries[index % 3] ?? '',
          time: `${moment}:1${at}:00.000Z`,
          bot: (index % 6 === 5 ? 1 : 0) as 0 | 1,
        })),
    ),
  );
  await insertSales(
    writer,
    moments.map((moment, index) => ({
      id: `o${index}`,
      user: index % 4,
      value: `${index * 7}.0${index % 10}05`,
      country: countries[(index + 1) % 3] ?? '',
      time: `${moment}:40:00.000Z`,
      clicked: `${moments[Math.max(index - 3, 0)]}:11:00.000Z`,
      touches: [index - 5, index - 3, index]
        .filter((at) => at >= 0)
        .map((at) => ({ time: `${moments[at]}:11:00.000Z`, campaign: `c${at}` })),
    })),
  );
  app = await startApp(stores, [tokenHolder('owner', [membershipOf(acme)])], now);
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

type Name = keyof typeof sides;
type RequestInput = Record<string, string>;

const answers = new Map<string, ReturnType<typeof request>>();
const request = (url: string) => app.inject({ url, headers: { authorization: 'Token owner' } });

function urlOf(name: Name, query: RequestInput): string {
  const request = new URLSearchParams({
    affiliate_id: 'all',
    project_id: String(acme.id),
    timezone: 'America/New_York',
    excluded: '0',
    compare: 'none',
    ...query,
  });
  return `${endpoints[name].path}?${request}`;
}

/** No event is added here, so answers can be cached. */
async function read(name: Name, query: RequestInput) {
  const url = urlOf(name, query);
  const answering = answers.get(url) ?? request(url);
  answers.set(url, answering);
  const answer = await answering;
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}

/** A day of November, or of the month that it names. */
const dated = (day: string) => (day.includes('-') ? `2026-${day}` : `2026-11-${day}`);
const period = (start: string, end: string): RequestInput => ({
  start_date: dated(start),
  end_date: dated(end),
});
const beside = (start: string, end: string): RequestInput => ({
  compare: 'custom',
  compare_start: dated(start),
  compare_end: dated(end),
});

type Place = { country: string; conversions: number; revenue: number };
type Compared = { country: string; previous: { conversions: number; revenue: number } }[];
type Bucket = { revenue: number; previous_revenue: number | null };

/** The compared part of a report must equal the report of that period alone. */
const sides = {
  ccData: (both: { previous: object }, other: object) => [
    both.previous,
    Object.fromEntries(
      Object.keys(both.previous).map((key) => [key, other[key as keyof typeof other]]),
    ),
  ],
  countryBreakdown: (both: Compared, other: Place[]) => {
    const places = new Map(other.map((place) => [place.country, place]));
    return [
      both.map(({ previous }) => previous),
      both.map(({ country }) => {
        const { conversions = 0, revenue = 0 } = places.get(country) ?? {};
        return { conversions, revenue };
      }),
    ];
  },
  revenueDateRange: (
    both: { rows: Bucket[]; total: { previous_revenue: number } },
    other: { rows: Bucket[]; total: { revenue: number } },
  ) => {
    const isAlike = both.rows.length === other.rows.length;
    return [
      [both.total.previous_revenue, isAlike && both.rows.map((row) => row.previous_revenue)],
      [other.total.revenue, isAlike && other.rows.map((row) => row.revenue)],
    ];
  },
  funnelAnalysisData: (both: { previous_steps: object[] }, other: { steps: object[] }) => [
    both.previous_steps,
    other.steps,
  ],
};
const names = Object.keys(sides) as Name[];

/** A report without its comparison. */
const current = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (key, value) => (/^previous|^change$/.test(key) ? undefined : value)),
  );

const credits: RequestInput[] = [{}, { model: 'linear', lookback_days: '7', clock: 'click' }];
/** Days that count the same order twice do not add up, but the revenue of a range adds up its own days. */
const creditsFor = (name: Name): RequestInput[] =>
  name === 'revenueDateRange'
    ? credits
    : [...credits, { model: 'any_click', lookback_days: '7', clock: 'click' }];

describe.each(names)('the comparison with %s', (name) => {
  it.each<[string, RequestInput, [string, string]]>([
    ['another day', period('19', '19'), ['18', '18']],
    ['some of the same days', period('18', '19'), ['17', '18']],
    ['the same days', period('18', '19'), ['18', '19']],
    ['the month before', period('20', '12-19'), ['10-21', '19']],
    ['more days around it', { ...period('18', '18'), as_of: '2026-11-19T20:30:00Z' }, ['17', '19']],
  ])('counts like the period alone: %s', async (_, request, other) => {
    for (const credit of creditsFor(name)) {
      const both = await read(name, { ...request, ...credit, ...beside(...other) });
      const onlyOne = await read(name, { ...request, ...credit, ...period(...other) });
      const [message, due] = sides[name](both as never, onlyOne as never);
      expect(message, JSON.stringify(credit)).toEqual(due);
      const own = await read(name, { ...request, ...credit });
      expect(current(both), JSON.stringify(credit)).toEqual(current(own));
    }
  });
});

it('compares with the elapsed part of the day before', async () => {
  const request = { ...period('20', '20'), compare: 'same_elapsed' };
  const { total, rows } = await read('revenueDateRange', request);
  const full = await read('revenueDateRange', period('19', '19'));
  expect(rows.at(-1).previous_cumulative).toBe(full.total.revenue);
  expect(total.previous_revenue).toBeLessThan(full.total.revenue);
  expect(total.previous_revenue).toBe(rows[14].previous_cumulative);
});

it.each<[Name, RequestInput, number]>([
  ['ccData', {}, 1],
  ['countryBreakdown', {}, 1],
  ['countryBreakdown', { model: 'any_click' }, 2],
  ['revenueDateRange', {}, 2],
  ['funnelAnalysisData', {}, 4],
  ['ccData', beside('20', '20'), 1],
  ['ccData', beside('19', '20'), 2],
])('%s %j takes %i statements', async (name, query, many) => {
  const querySpy = vi.spyOn(stores.warehouse.reader, 'query');
  const { statusCode } = await request(urlOf(name, { compare: 'same_elapsed', ...query }));
  expect(statusCode).toBe(200);
  const statements = querySpy.mock.calls.length;
  querySpy.mockRestore();
  expect(statements).toBe(many);
});
