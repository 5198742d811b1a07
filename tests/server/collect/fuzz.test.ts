import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costFields, eventFields } from '#contract/collect/events.ts';
import { type Collector, collectKey, startCollector } from './collector.ts';

let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

const allowed = new Set([202, 400, 401, 413, 415, 429, 503]);

const field = fc.constantFrom(
  ...eventFields,
  ...costFields,
  '__proto__',
  'constructor',
  'toString',
  '',
);
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\ud800',
    '\0',
    '../../etc/passwd',
    "'; drop table inbox; --",
    '<script>',
    'a'.repeat(3_000),
  ),
  fc.double(),
  fc.maxSafeInteger(),
  fc.jsonValue({ maxDepth: 12 }),
);
/** Mostly valid values, and sometimes invalid ones. */
const mostly = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 30, arbitrary: value }, { weight: 1, arbitrary: hostile });
const plausible = fc.record(
  {
    event_name: mostly(fc.constantFrom('click', 'purchase', 'refund', 'cost', 'page_view')),
    event_id: mostly(fc.string({ maxLength: 20 })),
    event_time: mostly(fc.constantFrom(1795175621, '2026-11-20T11:00:00Z', 1795175621000)),
    value: mostly(fc.constantFrom(86.5, '86.50', 0)),
    url: mostly(fc.webUrl({ withQueryParameters: true, withFragments: true })),
    referrer: mostly(fc.webUrl()),
    client_ip: mostly(fc.oneof(fc.ipV4(), fc.ipV6())),
    user_agent: mostly(fc.string()),
    params: mostly(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))),
  },
  { requiredKeys: ['event_name', 'value'] },
);
const mutated = fc
  .tuple(plausible, fc.array(fc.tuple(field, hostile), { maxLength: 2 }))
  .map(
    ([event, changes]) =>
      `{${[...Object.entries(event), ...changes].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`,
  );

const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(mutated, { minLength: 1, maxLength: 4 })
      .map((events) => `{"events":[${events.join(',')}]}`),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify({ events: value })) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .nat(20_000)
      .map((depth) => `{"events":[${'['.repeat(depth)}${']'.repeat(depth)}]}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(5_000)
      .map(
        (depth) =>
          `{"events":[{"event_name":"click","params":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}]}`,
      ),
  },
);
const contentType = fc.constantFrom(
  ...Array<string>(20).fill('application/json'),
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
);
const query = fc.constantFrom(
  '',
  '',
  '',
  '?backfill=1',
  '?backfill=2',
  '?backfill=1&backfill=1',
  '?x=1',
  '?__proto__=1',
);
const token = fc.constantFrom(
  ...Array<string>(20).fill(`Token ${collectKey}`),
  'Token x',
  '',
  'Token \u00e9',
);

describe('any input to the collector', () => {
  it('gets a clear answer, 10,000 times', async () => {
    const prototype = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
    const cases = fc.sample(fc.tuple(body, contentType, query, token), {
      numRuns: 10_000,
      seed: 20_261_120,
    });
    const statuses = new Map<number, number>();
    const send = async ([payload, type, search, authorization]: (typeof cases)[number]) => {
      const answer = await collector.app.inject({
        method: 'POST',
        url: `/api/v1/collect/server/${search}`,
        headers: { authorization, ...(type ? { 'content-type': type } : {}) },
        payload,
      });
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      if (!allowed.has(answer.statusCode))
        throw new Error(`${answer.statusCode} for ${payload.slice(0, 500)}`);
    };
    for (let from = 0; from < cases.length; from += 100) {
      await Promise.all(cases.slice(from, from + 100).map(send));
    }
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(prototype);
    expect(Object.keys(Object.prototype)).toEqual([]);
    for (const status of [202, 400, 401, 415]) expect(statuses.get(status)).toBeGreaterThan(100);
    const { rows } = await collector.pool.query<{ broken: number; stored: number }>(
      `select count(*) filter (where payload ->> 'kind' not in ('event', 'cost'))::int as broken, count(*)::int as stored from inbox`,
    );
    expect(rows[0]?.broken).toBe(0);
    expect(rows[0]?.stored).toBeGreaterThan(100);
  });
});
