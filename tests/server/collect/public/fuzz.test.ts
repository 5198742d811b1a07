import fc from 'fast-check';
import { expect, it } from 'vitest';
import { publicEventFields } from '#contract/collect/public.ts';
import { openShop, post, publicFixture } from './fixture.ts';

const fixture = publicFixture();

const allowed = new Set([204, 400, 403, 413, 415, 429, 503]);

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\ud800',
    '\0',
    "'; drop table inbox; --",
    '<script>',
    'a@b.c',
    'a'.repeat(3_000),
  ),
  fc.double(),
  fc.jsonValue({ maxDepth: 12 }),
);
const field = fc.constantFrom(
  ...publicEventFields,
  'side',
  'payout',
  'client_ip',
  'delivery_id',
  '__proto__',
  'constructor',
  'toString',
  '',
);
const event = fc
  .tuple(
    fc.record({
      event_name: fc.constantFrom('click', 'page_view', 'add_to_cart'),
      event_time: fc.constantFrom(1795175621, '2026-11-20T11:00:00Z', undefined),
      url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    }),
    fc.array(fc.tuple(field, hostile), { maxLength: 2 }),
  )
  .map(
    ([good, changes]) =>
      `{${[...Object.entries(good), ...changes]
        .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`)
        .join(',')}}`,
  );
const bodyOf = (key: string) => {
  const around = (events: string) => `{"key":"${key}","events":${events}}`;
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(event, { minLength: 1, maxLength: 4 })
        .map((events) => around(`[${events}]`)),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => around(JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc
        .nat(20_000)
        .map((depth) =>
          around(`[{"event_name":"click","params":${'['.repeat(depth)}${']'.repeat(depth)}}]`),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat(5_000)
        .map((depth) =>
          around(`[{"event_name":"click","params":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}]`),
        ),
    },
  );
};
const contentType = fc.constantFrom(
  ...Array<string>(6).fill('application/json'),
  ...Array<string>(6).fill('text/plain'),
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
);

it('gets a clear answer, whatever a page sends', async () => {
  const { key, projectId } = await openShop(fixture());
  const cases = fc.sample(fc.tuple(bodyOf(key), contentType), { numRuns: 1_000, seed: 20_261_120 });
  const names = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
  const statuses = new Map<number, number>();
  const send = async ([body, type]: (typeof cases)[number], index: number) => {
    const { statusCode } = await post(
      fixture(),
      body,
      { 'content-type': type },
      `10.${index % 200}.0.1`,
    );
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    if (!allowed.has(statusCode)) throw new Error(`${statusCode} for ${body.slice(0, 500)}`);
  };
  for (let from = 0; from < cases.length; from += 100) {
    await Promise.all(cases.slice(from, from + 100).map(send));
  }
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(names);
  expect(Object.keys(Object.prototype)).toEqual([]);
  for (const status of [204, 400, 415]) expect(statuses.get(status)).toBeGreaterThan(50);
  expect(statuses.get(429) ?? 0).toBe(0);
  await fixture().mover.flush();
  const { rows } = await fixture().pool.query('select id from inbox where project_id = $1', [
    projectId,
  ]);
  expect(rows).toEqual([]);
});
