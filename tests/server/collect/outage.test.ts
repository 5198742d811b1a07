import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnDatabase, startOwnDatabase } from '../accounts/test-app.ts';
import { appOver, type Collector, post, startCollector } from './collector.ts';

let database: OwnDatabase;
let collector: Collector;

beforeAll(async () => {
  database = await startOwnDatabase();
  collector = await startCollector(database);
});
afterAll(() => collector.stop());

const click = (id: number | string) => ({ event_name: 'click', event_id: `e-${id}` });
const uidsKept = async (): Promise<Set<string>> => {
  const { rows } = await collector.pool.query<{ id: string }>(
    `select payload -> 'event' ->> 'event_id' as id from inbox`,
  );
  return new Set(rows.map(({ id }) => id));
};

describe('the collector without its database', () => {
  it('answers with a retry at once when the database refuses connections', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 5_000 });
    const app = await appOver(pool);
    const answer = await post(app, [click(1)]);
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(answer.json()).toEqual({ detail: 'Events cannot be kept right now. Send them again.' });
    await app.close();
    await pool.end();
  });

  it('refuses at once while the database hangs, and continues when it is back', async () => {
    await post(collector.app, [click('before')]);
    const holder = await collector.pool.connect();
    await holder.query('begin');
    await holder.query('lock table inbox in access exclusive mode');

    const began = performance.now();
    expect((await post(collector.app, [click('first')])).statusCode).toBe(503);
    const requestCount = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, id) => post(collector.app, [click(id)])),
    );
    // The first request waits for the collector's database timeout; no later one does.
    expect(performance.now() - requestCount).toBeLessThan(requestCount - began);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));

    await holder.query('rollback');
    holder.release();
    await expect
      .poll(async () => (await post(collector.app, [click('after')])).statusCode, {
        timeout: 10_000,
      })
      .toBe(202);
    const stored = await uidsKept();
    expect([stored.has('e-before'), stored.has('e-after'), stored.has('e-0')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('loses no acknowledged event and stores no half batch when the database is killed', async () => {
    const acknowledged: string[] = [];
    let refused = 0;
    const batchOf = (id: number) => [click(`${id}-a`), click(`${id}-b`)];
    const send = async (id: number) => {
      const { statusCode } = await post(collector.app, batchOf(id));
      if (statusCode === 202) acknowledged.push(`e-${id}-a`, `e-${id}-b`);
      else if (statusCode === 503) refused += 1;
      else throw new Error(`answered ${statusCode}`);
    };
    const ids = Array.from({ length: 400 }, (_, id) => id + 1_000);
    const half = ids.length / 2;
    for (const [index, id] of ids.entries()) {
      if (index === half) process.kill(database.pid(), 'SIGKILL');
      await send(id);
    }
    await expect
      .poll(async () => (await post(collector.app, [click('back')])).statusCode, {
        timeout: 20_000,
      })
      .toBe(202);
    const stored = await uidsKept();
    expect(refused).toBeGreaterThan(0);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    const halves = ids.filter((id) => stored.has(`e-${id}-a`) !== stored.has(`e-${id}-b`));
    expect(halves).toEqual([]);
  });
});
