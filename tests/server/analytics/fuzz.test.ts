import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stores, startStores } from '#tests/support/stores.ts';
import {
  createProjects,
  membershipOf,
  type ProjectFacts,
  startApp,
  tokenHolder,
} from './test-app.ts';

const seed = 20_261_120;
const runs = 2_000;
const now = new Date('2026-11-20T12:00:00Z');
const own: ProjectFacts = {
  id: 1,
  name: 'Own',
  timezone: 'UTC',
  currency: 'USD',
  affids: ['1001'],
};
const foreign: ProjectFacts = { ...own, id: 2, name: 'Foreign', affids: ['2001'] };

type Answer = { status: number; body: string };
type Load = (query: unknown) => Promise<Answer>;

const named = (names: readonly string[]) => names.map((name) => `pixel_summary.${name}`);
const strangeTimes = [
  '0000-01-01',
  '9999-12-31',
  '2026-11-20T10:00:00+99:99',
  '2026-11-20T10:00:00-99:99',
  '9999-12-31T23:59:59-14:00',
  '0000-01-01T00:00:00+14:00',
];
const dimensions = named(['campaign_id', 'country', 'utm_source', 'referrer', 'device', 'state']);
const measures = named(['clicks', 'unique_clicks', 'server_revenue', 'server_aov', 'cost', 'roas']);

describe('the analytics endpoint under attack', () => {
  let stores: Stores;
  let app: FastifyInstance;
  let folder: string;
  let listener: Server;
  let touched = 0;
  let corpus: string[];
  const canary = 'canary-9f2b7c41';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clickledger-fuzz-'));
    await writeFile(join(folder, 'secret.txt'), `${canary}\n`);
    listener = createServer((socket) => {
      touched += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const file = `file('${join(folder, 'secret.txt')}', 'LineAsString')`;
    const url = `url('http://127.0.0.1:${port}/x', 'LineAsString')`;
    const outfile = `INTO OUTFILE '${join(folder, 'out.txt')}'`;
    corpus = [
      `' OR 1=1 --`,
      `') UNION ALL SELECT * FROM ${file} --`,
      `1; SELECT * FROM ${url}`,
      `' ${outfile} FORMAT CSV --`,
      `UTC') FROM ${file} --`,
      `pixel_summary.clicks) FROM ${file} --`,
      `(SELECT * FROM ${url})`,
      `\\' OR sleep(3) --`,
      `\u0000\t\n'`,
      `{x:String}`,
      `pixel_summary.__proto__`,
      `constructor`,
      `%' ESCAPE '`,
      '\ud800',
      '💣'.repeat(50),
    ];
    stores = await startStores();
    await createProjects(stores.pool, [own, foreign]);
    await stores.warehouse.writer.insert({
      table: 'events',
      format: 'JSONEachRow',
      values: [own, foreign].flatMap(({ id, name, affids }) =>
        Array.from({ length: 20 }, (_, index) => ({
          project_id: id,
          event_name: 'click',
          event_time: `2026-11-${String(index + 1).padStart(2, '0')} 10:00:00.000`,
          ingested_at: '2026-11-20 10:00:00.000',
          event_uid: `${id}-${index}`,
          visitor_id: `v${index}`,
          affid: affids[0],
          campaign_id: `${name}-only-campaign`,
          country: 'US',
          side: 'server',
        })),
      ),
    });
    app = await startApp(stores, [tokenHolder('token', [membershipOf(own)])], () => now);
  }, 60_000);

  afterAll(async () => {
    await app?.close();
    await stores?.stop();
    listener?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const load: Load = async (query) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/cubejs-api/v1/load',
      headers: { authorization: 'Token token', 'content-type': 'application/json' },
      payload: JSON.stringify({ query }),
    });
    return { status: answer.statusCode, body: answer.body };
  };

  const wild = () => fc.oneof(fc.constantFrom(...corpus), fc.string({ maxLength: 40 }));
  /** Rarely hostile, so that most queries reach the engine with one fault at a time. */
  const mostly = <Value>(sane: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 25, arbitrary: sane }, { weight: 1, arbitrary: wild() });
  const measure = () => mostly(fc.constantFrom(...measures));
  const dimension = () => mostly(fc.constantFrom(...dimensions));
  const text = () => fc.oneof(wild(), fc.constantFrom('US', 'Own-only-campaign', '', 'x'));
  const leaf = () =>
    fc.oneof(
      fc.record({
        member: dimension(),
        operator: mostly(fc.constantFrom('equals', 'notEquals', 'contains', 'notContains')),
        values: fc.array(text(), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        member: measure(),
        operator: mostly(fc.constantFrom('gt', 'gte', 'lt', 'lte', 'equals')),
        values: fc.tuple(mostly(fc.constantFrom('0', '1.5', '-1'))),
      }),
      fc.record({ member: dimension(), operator: fc.constantFrom('set', 'notSet') }),
      fc.record({
        member: fc.constantFrom('pixel_summary.project_id', 'pixel_summary.affid'),
        operator: fc.constantFrom('equals', 'notEquals', 'contains', 'set'),
        values: fc.array(fc.constantFrom('1', '2', '1001', '2001', '\0'), { minLength: 1 }),
      }),
    );
  const filter = () =>
    fc.oneof(
      { weight: 5, arbitrary: leaf() },
      { weight: 1, arbitrary: fc.record({ or: fc.array(leaf(), { minLength: 1, maxLength: 3 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ and: fc.array(leaf(), { minLength: 1, maxLength: 3 }) }),
      },
    );
  const date = () =>
    fc.oneof(
      { weight: 8, arbitrary: mostly(fc.constantFrom('2026-11-01', '2026-11-20')) },
      { weight: 1, arbitrary: fc.constantFrom(...strangeTimes) },
    );
  const query = () =>
    fc.record(
      {
        measures: fc.array(measure(), { minLength: 1, maxLength: 3 }),
        dimensions: fc.array(dimension(), { maxLength: 2 }),
        filters: fc.array(filter(), { maxLength: 2 }),
        timeDimensions: fc.tuple(
          fc.record(
            {
              dimension: mostly(fc.constant('pixel_summary.hour')),
              granularity: mostly(fc.constantFrom('hour', 'day', 'week', 'month')),
              dateRange: fc.oneof(
                mostly(fc.constantFrom('today', 'last 7 days')),
                fc.tuple(fc.constant('2026-11-01'), date()),
              ),
            },
            { requiredKeys: ['dimension', 'dateRange'] },
          ),
        ),
        order: fc.dictionary(measure(), fc.constantFrom('asc', 'desc'), { maxKeys: 1 }),
        limit: mostly(fc.integer({ min: 1, max: 50_000 })),
        offset: fc.integer({ min: -1, max: 20 }),
        timezone: mostly(fc.constantFrom('UTC', 'America/New_York')),
      },
      { requiredKeys: ['measures'] },
    );

  /** Sends every query and returns the violations; none from a sound endpoint. */
  async function attack(target: Load, queries: readonly unknown[]): Promise<string[]> {
    const findings = new Set<string>();
    for (const one of queries) {
      const { status, body } = await target(one);
      if (![200, 400, 403].includes(status)) findings.add(`status ${status}`);
      if (body.includes(canary)) findings.add('read the canary file');
      if (body.includes('Foreign-only-campaign')) findings.add('showed a foreign row');
      if (/\bSELECT\b.*\bFROM\b|DB::Exception|at .*:\d+:\d+/s.test(body) && status !== 200) {
        if (!JSON.stringify(one).includes('SELECT')) findings.add('showed its inside');
      }
    }
    if (touched > 0) findings.add('reached the canary port');
    if (existsSync(join(folder, 'out.txt'))) findings.add('wrote a file');
    return [...findings];
  }

  it(`holds against ${runs} queries (seed ${seed})`, { timeout: 240_000 }, async () => {
    const queries = fc.sample(query(), { seed, numRuns: runs });
    const seen = { answered: 0, refused: 0 };
    const counted: Load = async (one) => {
      const answer = await load(one);
      seen[answer.status === 200 ? 'answered' : 'refused'] += 1;
      return answer;
    };
    expect(await attack(counted, queries)).toEqual([]);
    expect(seen.answered).toBeGreaterThan(runs / 5);
    expect(seen.refused).toBeGreaterThan(runs / 5);
    expect((await load({ measures: ['pixel_summary.clicks'] })).body).toContain('"20"');
  });

  it.each([
    ['equals', { member: 'pixel_summary.project_id', operator: 'equals', values: ['2'] }],
    ['a list', { member: 'pixel_summary.project_id', operator: 'equals', values: ['1', '2'] }],
    ['a missing one', { member: 'pixel_summary.project_id', operator: 'equals', values: ['99'] }],
    [
      'inside or',
      { or: [{ member: 'pixel_summary.project_id', operator: 'equals', values: ['2'] }] },
    ],
    ['notEquals', { member: 'pixel_summary.project_id', operator: 'notEquals', values: ['2'] }],
  ])('refuses a foreign id: %s', async (_, one) => {
    expect((await load({ measures: ['pixel_summary.clicks'], filters: [one] })).status).toBe(403);
  });

  it('finds nothing by an affiliate of another company', async () => {
    const foreign = { member: 'pixel_summary.affid', operator: 'equals', values: ['2001'] };
    const { status, body } = await load({
      measures: ['pixel_summary.clicks'],
      filters: [foreign],
    });
    expect(status).toBe(200);
    expect(JSON.parse(body).data).toEqual([{ 'pixel_summary.clicks': '0' }]);
  });

  it.each([
    ['too many members', { measures: Array(60).fill('pixel_summary.clicks') }],
    ['too many rows', { measures: ['pixel_summary.clicks'], limit: 50_001 }],
    [
      'too many days',
      {
        measures: ['pixel_summary.clicks'],
        timeDimensions: [
          {
            dimension: 'pixel_summary.hour',
            granularity: 'day',
            dateRange: ['1990-01-01', '2026-01-01'],
          },
        ],
      },
    ],
    [
      'too many values',
      {
        measures: ['pixel_summary.clicks'],
        filters: [
          {
            member: 'pixel_summary.campaign_id',
            operator: 'equals',
            values: Array(6_000).fill('x'),
          },
        ],
      },
    ],
    [
      'a time with an offset of 99 hours',
      {
        measures: ['pixel_summary.clicks'],
        timeDimensions: [
          {
            dimension: 'pixel_summary.hour',
            dateRange: ['2026-11-20T10:00:00+99:99', '2026-11-20T11:00:00+99:99'],
          },
        ],
      },
    ],
    [
      'text that no store can hold',
      {
        measures: ['pixel_summary.clicks'],
        filters: [{ member: 'pixel_summary.affid', operator: 'equals', values: ['\0'] }],
      },
    ],
    ['an unknown member', { measures: ['pixel_summary.password_hash'] }],
    ['a prototype', JSON.parse('{"measures":["pixel_summary.clicks"],"__proto__":{"x":1}}')],
  ])('refuses %s with a sentence', async (_, one) => {
    const { status, body } = await load(one);
    expect([400, 413]).toContain(status);
    expect(JSON.parse(body).error).toMatch(/\w+ \w+/);
  });

  it('fails when values are written into statements', async () => {
    const careless: Load = async (request) => {
      const [one] = Array.isArray(request) ? request : [request];
      try {
        const result = await stores.warehouse.writer.query({
          query: `SELECT toString(count()) AS line FROM events WHERE country = '${one}'`,
          format: 'JSONEachRow',
        });
        return { status: 200, body: await result.text() };
      } catch {
        return { status: 500, body: 'DB::Exception' };
      }
    };
    const breakout = `x' UNION ALL SELECT toString(line) FROM file('${join(folder, 'secret.txt')}', 'LineAsString', 'line String') --`;
    const findings = await attack(careless, [breakout, `'`]);
    expect(findings).toContain('read the canary file');
    expect(findings).toContain('status 500');
  });
});
