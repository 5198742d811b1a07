import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProjectEditions } from '#server/analytics/runner/project-editions.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

const other = { ...acme, id: acme.id + 1, name: 'Other', affids: ['1001', '1002'] };
const longest = 60_000;

let stores: Stores;
let app: FastifyInstance;
let statements = 0;
let time = 0;
const editions = createProjectEditions();

function counting(reader: ClickHouseClient): ClickHouseClient {
  return new Proxy(reader, {
    get(target, name, receiver) {
      if (name === 'query' || name === 'exec') statements += 1;
      return Reflect.get(target, name, receiver);
    },
  });
}

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme, other]);
  const whole = [membershipOf(acme), membershipOf(other)];
  const partner = [membershipOf(acme, [{ id: 1, affId: '1001' }])];
  const holders = [
    tokenHolder('ana', whole),
    tokenHolder('ben', whole),
    tokenHolder('partner', partner),
  ].map(({ token, access }, index) => ({ token, access: { ...access, userId: index + 1 } }));
  const now = () => new Date('2026-11-20T20:14:05.000Z');
  app = await startApp(stores, holders, now, {
    reader: counting(stores.warehouse.reader),
    answers: { editions, longest, now: () => time },
  });
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});
beforeEach(() => editions.moved([acme.id, other.id]));

/** The number of statements that this call of a person sends to the warehouse. */
async function sentFor(token: string, { project = acme.id, ...more } = {}): Promise<number> {
  const before = statements;
  const query = { affiliate_id: 'all', project_id: String(project), timezone: 'UTC', ...more };
  const answer = await app.inject({
    url: '/api/v1/rc-data/',
    query,
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  return statements - before;
}

describe('kept answers', () => {
  it('serve the same question of another person without asking the warehouse', async () => {
    expect(await sentFor('ana')).toBeGreaterThan(0);
    expect(await sentFor('ben')).toBe(0);
  });

  it('are computed once for people who ask at the same moment', async () => {
    const once = await sentFor('ana');
    editions.moved([acme.id]);
    const before = statements;
    await Promise.all([sentFor('ana'), sentFor('ben')]);
    expect(statements - before).toBe(once);
  });

  it('do not serve a person who may see less', async () => {
    await sentFor('ana');
    expect(await sentFor('partner')).toBeGreaterThan(0);
  });

  it('end when something of their project is stored, not of another one', async () => {
    await sentFor('ana');
    editions.moved([other.id]);
    expect(await sentFor('ben')).toBe(0);
    editions.moved([acme.id]);
    expect(await sentFor('ben')).toBeGreaterThan(0);
  });

  it('end after their time, when another process may have stored events', async () => {
    await sentFor('ana');
    time += longest;
    expect(await sentFor('ben')).toBeGreaterThan(0);
  });

  it('serve the analytics endpoint, too', async () => {
    const query = JSON.stringify({ measures: ['pixel_summary.clicks'] });
    const ask = async (token: string) => {
      const before = statements;
      const answer = await app.inject({
        url: '/cubejs-api/v1/load',
        query: { query },
        headers: { authorization: `Token ${token}` },
      });
      expect(answer.statusCode).toBe(200);
      return statements - before;
    };
    expect(await ask('ana')).toBeGreaterThan(0);
    expect(await ask('ben')).toBe(0);
    expect(await ask('partner')).toBeGreaterThan(0);
  });
});
