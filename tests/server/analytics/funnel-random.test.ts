import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultFunnelWindow } from '#contract/analytics/report-query.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;

const steps = ['page_view', 'view_content', 'add_to_cart', 'initiate_checkout', 'purchase'];
const minute = 60_000;
const day = 1_440 * minute;
const begin = Date.parse('2026-11-01T05:00:00.000Z');

type Event = { time: number; step: number };

/**
 * Few distinct times, so that events of a person often share one, and gaps from none to longer than the funnel's
 * window.
 */
const moment = fc
  .tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom(0, 0, 1, 2, 60))
  .map(([days, minutes]) => begin + days * day + minutes * minute);
const event: fc.Arbitrary<Event> = fc.record({
  time: moment,
  step: fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3, 4),
});
const people = fc.sample(fc.array(event, { minLength: 1, maxLength: 24 }), {
  numRuns: 2_000,
  seed: 20_261_123,
});

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  await insertClicks(
    stores.warehouse.writer,
    people.flatMap((events, person) =>
      events.map(({ time, step }) => ({
        visitor: `v${person}`,
        time: new Date(time).toISOString(),
        name: steps[step] ?? '',
      })),
    ),
  );
  const now = () => new Date('2026-11-25T12:00:00.000Z');
  app = await startApp(stores, [tokenHolder('owner', [membershipOf(acme)])], now);
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

/** From each first step of the window the earliest next one: the furthest step of all. */
function levelOf(events: readonly Event[], from: number, to: number, follow: number): number {
  const sorted = events.toSorted((a, b) => a.time - b.time || a.step - b.step);
  const levels = sorted.flatMap((start, index) => {
    if (start.step !== 0 || start.time < from || start.time >= to) return [];
    let next = 1;
    for (const later of sorted.slice(index + 1)) {
      if (later.time - start.time > follow) break;
      if (later.step === next) next += 1;
    }
    return [next];
  });
  return Math.max(0, ...levels);
}

const firstOf = (events: readonly Event[], step: number, from: number, end: number) =>
  Math.min(
    ...events
      .filter((one) => one.step === step && one.time >= from && one.time < end)
      .map(({ time }) => time),
  );

/** The median; of an even number the later of both, as the engine's exact quantile. */
const middle = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function expected(from: number, to: number, follow: number) {
  const levels = people.map((events) => levelOf(events, from, to, follow));
  return steps.map((_, step) => {
    const came = people.filter((_, person) => (levels[person] ?? 0) > step);
    const first = (events: readonly Event[], at: number) =>
      firstOf(events, at, from, at === 0 ? to : to + follow);
    const gaps = came
      .map((events) => first(events, step) - first(events, step - 1))
      .filter((gap) => gap >= 0);
    const median = came.length > 0 ? Math.round(middle(gaps) / 1_000) : null;
    return [came.length, step === 0 ? 0 : median];
  });
}

const queryFor = (start: string, end: string) => ({
  affiliate_id: 'all',
  project_id: String(acme.id),
  timezone: acme.timezone,
  start_date: `2026-11-${start}`,
  end_date: `2026-11-${end}`,
});

type Rows = { rows: { time: string; events: number }[]; next_cursor: string | null };

/** All rows of a figure, page by page. */
async function rowsBehind(query: Record<string, string>): Promise<Rows['rows']> {
  const answer = await app.inject({
    url: '/api/v1/figures/rows/',
    headers: { authorization: 'Token owner' },
    query: { ...query, limit: '150' },
  });
  const { data } = JSON.parse(answer.body) as { data: Rows };
  const { rows, next_cursor } = data;
  return next_cursor ? [...rows, ...(await rowsBehind({ ...query, cursor: next_cursor }))] : rows;
}

it.each([
  ['a day, and a week after it', '05', '05', 10_080],
  ['a day, and an hour', '05', '05', 60],
  ['a day, and a day after it', '03', '03', 1_440],
  ['ten days, and a week after them', '02', '11', 10_080],
  ['ten days, and two minutes', '02', '11', 2],
  ['all days', '01', '20', 10_080],
])(
  'counts the people of each step as a person would by hand: %s',
  async (_, start, end, minutes) => {
    const answer = await app.inject({
      url: '/api/v1/funnel-analysis-data/',
      headers: { authorization: 'Token owner' },
      query: { ...queryFor(start, end), window_minutes: String(minutes) },
    });
    const { data } = JSON.parse(answer.body) as {
      data: { steps: { users: number; median_seconds: number | null }[] };
    };
    const from = begin + (Number(start) - 1) * day;
    const to = begin + Number(end) * day;
    const wanted = expected(from, to, minutes * minute);
    expect(wanted[2]?.[0]).toBeGreaterThan(0);
    expect(data.steps.map(({ users, median_seconds }) => [users, median_seconds])).toEqual(wanted);
  },
);

it.each([
  ['came to a step', 'funnel_users_add_to_cart', 2, (level: number) => level > 2],
  ['left before a step', 'funnel_left_add_to_cart', 1, (level: number) => level === 2],
])(
  'lists people who %s, with the first time of their last step and its count',
  async (_, figure, at, isListed) => {
    const follow = defaultFunnelWindow * minute;
    const from = begin + day;
    const to = begin + 11 * day;
    const end = to + follow;
    const wanted = people
      .filter((events) => isListed(levelOf(events, from, to, follow)))
      .map((events) => {
        const taken = events.filter(({ step, time }) => step === at && time >= from && time < end);
        return {
          time: new Date(firstOf(events, at, from, end)).toISOString(),
          events: taken.length,
        };
      });
    const rows = await rowsBehind({ ...queryFor('02', '11'), figure });
    const latest = (a: Rows['rows'][number], b: typeof a) =>
      b.time.localeCompare(a.time) || a.events - b.events;
    expect(wanted.length).toBeGreaterThan(150);
    expect(rows.map(({ time }) => time)).toEqual(
      rows
        .map(({ time }) => time)
        .toSorted()
        .toReversed(),
    );
    expect(rows.map(({ time, events }) => ({ time, events })).toSorted(latest)).toEqual(
      wanted.toSorted(latest),
    );
  },
);
