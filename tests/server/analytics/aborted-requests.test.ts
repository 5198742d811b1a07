import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme } from './samples.ts';
import { createProjects, membershipOf, personOf, startApp } from './stage.ts';

type Asking = Parameters<ClickHouseClient['query']>[0];
type Held = { isGivenUp: () => boolean };

let stores: Stores;
let app: FastifyInstance;
let address: string;
let isHolding = true;
const asked: Held[] = [];

/** A reader that holds statements until they are aborted. */
function holding(reader: ClickHouseClient): ClickHouseClient {
  return new Proxy(reader, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver);
      return async (partRunner: Asking) => {
        const given = partRunner.abort_signal;
        await new Promise<void>((release, reject) => {
          asked.push({ isGivenUp: () => given?.aborted === true });
          given?.addEventListener('abort', () => reject(new Error('The user aborted a request.')));
          if (!isHolding) release();
        });
        return target.query(partRunner);
      };
    },
  });
}

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  const people = ['owner', 'other'].map((token, index) => {
    const { access } = personOf(token, [membershipOf(acme)]);
    return { token, access: { ...access, userId: index + 1 } };
  });
  const now = () => new Date('2026-11-20T20:14:05.000Z');
  app = await startApp(stores, people, now, { reader: holding(stores.warehouse.reader) });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

/** A call of more statements than the engine runs at once. */
function ask(token: string, signal?: AbortSignal): Promise<Response> {
  const query = new URLSearchParams({ affiliate_id: 'all', project_id: String(acme.id) });
  return fetch(`${address}/api/v1/funnel-analysis-data/?${query}`, {
    headers: { authorization: `Token ${token}` },
    ...(signal ? { signal } : {}),
  });
}

it('stops the statements of an aborted request', async () => {
  const leaving = new AbortController();
  const left = expect(ask('owner', leaving.signal)).rejects.toThrow('aborted');
  await expect.poll(() => asked.length).toBe(2);
  leaving.abort();
  await left;
  await expect.poll(() => asked.map((one) => one.isGivenUp())).toEqual([true, true]);
  isHolding = false;
  expect((await ask('other')).status).toBe(200);
  const whole = asked.length - 2;
  expect(whole).toBeGreaterThan(2);
  expect((await ask('other')).status).toBe(200);
  expect(asked.length - 2).toBe(2 * whole);
});
