import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

type Asking = Parameters<ClickHouseClient['query']>[0];
type Held = { isGivenUp: () => boolean };

let stores: Stores;
let app: FastifyInstance;
let address: string;
let isHolding = true;
const requests: Held[] = [];

/** A reader that holds statements until they are aborted. */
function holding(reader: ClickHouseClient): ClickHouseClient {
  return new Proxy(reader, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver);
      return async (statement: Asking) => {
        const input = statement.abort_signal;
        await new Promise<void>((release, reject) => {
          requests.push({ isGivenUp: () => input?.aborted === true });
          input?.addEventListener('abort', () => reject(new Error('The user aborted a request.')));
          if (!isHolding) release();
        });
        return target.query(statement);
      };
    },
  });
}

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  const holders = ['owner', 'other'].map((token, index) => {
    const { access } = tokenHolder(token, [membershipOf(acme)]);
    return { token, access: { ...access, userId: index + 1 } };
  });
  const now = () => new Date('2026-11-20T20:14:05.000Z');
  app = await startApp(stores, holders, now, { reader: holding(stores.warehouse.reader) });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

/** A call of more statements than the engine runs at once. */
function request(token: string, signal?: AbortSignal): Promise<Response> {
  const query = new URLSearchParams({ affiliate_id: 'all', project_id: String(acme.id) });
  return fetch(`${address}/api/v1/funnel-analysis-data/?${query}`, {
    headers: { authorization: `Token ${token}` },
    ...(signal ? { signal } : {}),
  });
}

it('stops the statements of an aborted request', async () => {
  const leaving = new AbortController();
  const left = expect(request('owner', leaving.signal)).rejects.toThrow('aborted');
  await expect.poll(() => requests.length).toBe(2);
  leaving.abort();
  await left;
  await expect.poll(() => requests.map((one) => one.isGivenUp())).toEqual([true, true]);
  isHolding = false;
  expect((await request('other')).status).toBe(200);
  const all = requests.length - 2;
  expect(all).toBeGreaterThan(2);
  expect((await request('other')).status).toBe(200);
  expect(requests.length - 2).toBe(2 * all);
});
