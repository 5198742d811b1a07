import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginLimits } from '#server/accounts/login-limits.ts';
import { createAttempts } from '#server/limits/attempts.ts';
import { oneTestOf } from '#server/limits/one-test.ts';
import { recordStatements } from '#tests/server/accounts/accounts-app.ts';
import { stoppedClock } from '#tests/server/accounts/test-app.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores } from '#tests/support/stores.ts';

const stores = sharedStores();
const clock = stoppedClock();
const { now } = clock;

/** Two processes on one database. */
let apps: FastifyInstance[] = [];
beforeAll(async () => {
  const { pool, warehouse } = stores();
  const modules = () =>
    productModules({
      pool,
      reader: warehouse.reader,
      now,
      collectRates: { network: 40, pixel: 1_000 },
    });
  apps = [await appOf(modules()), await appOf(modules())];
});
afterAll(async () => {
  for (const app of apps) await app.close();
});

const inTurn = (turn: number): FastifyInstance => {
  const app = apps[turn % apps.length];
  if (!app) throw new Error('There is no app.');
  return app;
};

const post = (turn: number, path: string, payload: object, remoteAddress: string) =>
  inTurn(turn).inject({ method: 'POST', url: `/api/v1/${path}`, payload, remoteAddress });

async function statusesOf(count: number, call: (turn: number) => ReturnType<typeof post>) {
  const answers = [];
  for (let turn = 0; turn < count; turn += 1) answers.push(await call(turn));
  return answers;
}

async function attemptCounts(): Promise<unknown[]> {
  const { rows } = await stores().pool.query(
    'select name, count(*)::int from attempts group by name order by name',
  );
  return rows;
}

describe('a limit of two processes', () => {
  it('counts wrong passwords of both', async () => {
    const guess = { email: 'nobody@acme.test', password: 'wrong horse battery' };
    const answers = await statusesOf(7, (turn) => post(turn, 'auth/token/', guess, '198.51.100.7'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      400, 400, 400, 400, 400, 429, 429,
    ]);
    for (const answer of answers.slice(5)) {
      expect(answer.headers['retry-after']).toBe('900');
      expect(answer.json()).toEqual({
        detail: 'Too many attempts. Try again in 15 minutes.',
      });
    }
    clock.advance(15 * 60_000);
    expect((await post(0, 'auth/token/', guess, '198.51.100.7')).statusCode).toBe(400);
  });

  it('asks the database once a second for a refused network, and keeps nothing of what it tries', async () => {
    const { pool, statements } = recordStatements(stores().pool);
    const limits = loginLimits(createAttempts({ pool, now }), () => now().getTime());
    const guess = (turn: number) =>
      limits.guard({ email: `p${turn}@acme.test`, address: '198.51.103.7' }, async () => null);
    for (let turn = 0; turn < 30; turn += 1) expect(await guess(turn)).toEqual({ found: null });
    const kept = await attemptCounts();
    expect(await guess(30)).toEqual({ wait: 15 * 60_000 });
    const asked = statements.length;
    for (let turn = 31; turn < 60; turn += 1) expect(await guess(turn)).toHaveProperty('wait');
    expect(statements).toHaveLength(asked);
    clock.advance(1_000);
    expect(await guess(60)).toEqual({ wait: 15 * 60_000 - 1_000 });
    expect(statements.length).toBeGreaterThan(asked);
    expect(await attemptCounts()).toEqual(kept);
  });

  it('keeps nothing of a right password', async () => {
    const { pool } = stores();
    const limits = loginLimits(createAttempts({ pool, now }), () => now().getTime());
    const kept = await attemptCounts();
    const signIn = { email: 'right@acme.test', address: '198.51.104.7' };
    const signIns = Array.from({ length: 8 }, () => limits.guard(signIn, async () => 'right'));
    expect(await Promise.all(signIns)).toEqual(Array(8).fill({ found: 'right' }));
    expect(await attemptCounts()).toEqual(kept);
  });

  it('counts forgotten passwords of both, also when they come at once', async () => {
    const ask = (turn: number) =>
      post(turn, 'forgot-password/', { email: `p${turn}@acme.test` }, '198.51.101.7');
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => ask(turn)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  });

  it('keeps no attempt whose window has passed, and no address', async () => {
    const { pool } = stores();
    clock.advance(2 * 3_600_000);
    await post(1, 'forgot-password/', { email: 'later@acme.test' }, '198.51.102.7');
    const { rows } = await pool.query('select name, key_hash, times from attempts');
    expect(rows.map(({ name }) => name).sort()).toEqual(['mail', 'reset']);
    expect(JSON.stringify(rows)).not.toContain('acme.test');
  });

  it('runs one test of a person at a time, and forgets one that was lost', async () => {
    const { pool } = stores();
    const [one, other] = [1, 2].map(() => oneTestOf(createAttempts({ pool, now }), 'a test'));
    let end = (_answer: string) => {};
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = one?.('7', () => {
      begun();
      return new Promise<string>((resolve) => {
        end = resolve;
      });
    });
    await isBegun;
    await expect(other?.('7', async () => 'second')).rejects.toMatchObject({
      status: 429,
      retryAfter: 5,
    });
    expect(await other?.('8', async () => 'of another person')).toBe('of another person');
    end('first');
    expect(await first).toBe('first');
    clock.advance(1_000);
    expect(await other?.('7', async () => 'second')).toBe('second');

    await new Promise<void>((resolve) => {
      void other?.('7', () => {
        resolve();
        return new Promise<never>(() => undefined);
      });
    });
    await expect(one?.('7', async () => 'too early')).rejects.toMatchObject({ status: 429 });
    clock.advance(2 * 60_000);
    expect(await one?.('7', async () => 'third')).toBe('third');
  });
});
