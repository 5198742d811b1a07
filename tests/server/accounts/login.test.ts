import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHasher, type Hasher } from '#server/accounts/hasher.ts';
import { createUser } from '#server/accounts/users.ts';
import { createLog } from '#server/platform/logger.ts';
import { mannWhitneyP } from '#tests/support/mann-whitney.ts';
import { type Database, startApp, startDatabase } from './test-app.ts';

const hasher = createHasher();
const email = 'ana@acme.test';
const password = 'correct horse battery';

let database: Database;

beforeAll(async () => {
  database = await startDatabase();
  await createUser(database.pool, hasher, { email, password });
});
afterAll(() => database?.stop());
const forgetAttempts = () => database.pool.query('delete from attempts');
beforeEach(forgetAttempts);

const login = (app: FastifyInstance, body: object, remoteAddress = '198.51.100.7') =>
  app.inject({ method: 'POST', url: '/api/v1/auth/token/', payload: body, remoteAddress });

/** Headers that naturally differ between calls. */
const comparable = ({ headers, body, statusCode }: Awaited<ReturnType<typeof login>>) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { statusCode, body, headers: rest };
};

describe('login', () => {
  it('answers a wrong password and an unknown address with the same bytes', async () => {
    const app = await startApp(database.pool);
    const wrong = await login(app, { email, password: 'wrong horse battery' });
    const unknown = await login(app, { email: 'bea@acme.test', password: 'wrong horse battery' });
    expect(comparable(wrong)).toEqual(comparable(unknown));
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toEqual({
      non_field_errors: ['Unable to log in with provided credentials.'],
    });
    await app.close();
  });

  it('computes one hash for every attempt, whether the account exists or not', async () => {
    const verified: (string | null)[] = [];
    const counting: Hasher = {
      ...hasher,
      verify(stored, input) {
        verified.push(stored);
        return hasher.verify(stored, input);
      },
    };
    const app = await startApp(database.pool, { hasher: counting });
    await login(app, { email, password: 'wrong horse battery' });
    await login(app, { email: 'bea@acme.test', password: 'wrong horse battery' });
    expect(verified).toEqual([expect.stringContaining('$argon2id$'), null]);
    await app.close();
  });

  it.each([
    ['no password', { email }, 'password'],
    ['no address', { email: 'ana', password }, 'email'],
    ['an array of addresses', { email: [email], password }, 'email'],
    ['a field of its own', { email, password, is_superuser: true }, 'is_superuser'],
  ])('refuses %s by name', async (_, body, field) => {
    const app = await startApp(database.pool);
    const answer = await login(app, body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    await app.close();
  });

  it.each([
    ['an account that exists', email],
    ['one that does not', 'nobody@acme.test'],
  ])('limits guesses at %s the same way and answers how long to wait', async (_, address) => {
    const app = await startApp(database.pool);
    const answers = [];
    for (let guess = 0; guess < 7; guess += 1) {
      answers.push(await login(app, { email: address, password: `guess number ${guess}` }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      400, 400, 400, 400, 400, 429, 429,
    ]);
    expect(answers[5]?.headers['retry-after']).toBe('900');
    expect(answers[5]?.json()).toEqual({
      detail: 'Too many attempts. Try again in 15 minutes.',
    });
    await app.close();
  });

  it('lets the owner in from a fresh address while 200 addresses guess 10,000 times', async () => {
    let verified = 0;
    const refusing: Hasher = {
      ...hasher,
      verify(stored, input) {
        verified += 1;
        return input === password ? hasher.verify(stored, input) : Promise.resolve(false);
      },
    };
    const app = await startApp(database.pool, { hasher: refusing });
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          login(app, { email, password: `guess ${round} ${n}` }, `203.0.${n % 200}.${n + 1}`),
        ),
      );
    }
    expect(verified).toBeLessThanOrEqual(50);
    expect((await login(app, { email, password }, '192.0.2.44')).statusCode).toBe(200);
    await app.close();
  });

  it('trusts no forwarded address: forged headers share one limit', async () => {
    const app = await startApp(database.pool);
    const statuses = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/auth/token/',
        headers: { 'x-forwarded-for': `10.${guess}.0.1` },
        payload: { email, password: 'wrong horse battery' },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses.slice(5)).toEqual([429, 429]);
    await app.close();
  });

  it.each([
    ['cross-site', 'cors', 403],
    ['cross-site', 'no-cors', 403],
    ['cross-site', 'navigate', 403],
    ['same-origin', 'cors', 200],
    ['none', 'navigate', 200],
  ])('answers a request from a %s page with %s by %i', async (site, mode, status) => {
    const app = await startApp(database.pool);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/token/',
      headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode },
      payload: { email, password },
    });
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
    await app.close();
  });

  it('writes no token, password or hash into its log', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    const app = await startApp(database.pool, { log });
    const answer = await login(app, { email, password });
    const { token } = answer.json();
    const authorization = `Token ${token}`;
    await app.inject({ method: 'POST', url: '/api/v1/auth/check/', headers: { authorization } });
    await app.inject({
      method: 'GET',
      url: `/api/v1/nowhere/${token}`,
      headers: { authorization },
    });
    await login(app, { email, password: 'wrong horse battery' });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toMatch(/cl_[\w-]{20}|horse battery|argon2id/);
    await app.close();
  });
});

describe('the duration of a login', () => {
  /** Milliseconds of wrong logins, alternating between existing and unknown addresses. */
  async function measured(hashing: Hasher) {
    const times = { existing: [] as number[], absent: [] as number[] };
    const timed = async (app: FastifyInstance, kind: keyof typeof times, sample: number) => {
      const address = kind === 'existing' ? email : `absent.${sample}@acme.test`;
      const startTime = performance.now();
      const answer = await login(app, { email: address, password: 'wrong' }, `10.${sample}.0.1`);
      times[kind].push(performance.now() - startTime);
      expect(answer.statusCode).toBe(400);
    };
    for (let round = 0; round < 3; round += 1) {
      await forgetAttempts();
      const app = await startApp(database.pool, { hasher: hashing });
      for (let sample = 0; sample < 20; sample += 2) {
        for (const kind of ['existing', 'absent'] as const) await timed(app, kind, sample);
        for (const kind of ['absent', 'existing'] as const) await timed(app, kind, sample + 1);
      }
      await app.close();
    }
    return times;
  }

  it('does not reveal whether an account exists', async () => {
    const { existing, absent } = await measured(createHasher());
    expect(mannWhitneyP(existing, absent)).toBeGreaterThan(0.0001);
  });

  it('reveals it without the dummy hash, as this measurement shows', async () => {
    const fasterHasher: Hasher = {
      ...hasher,
      verify: (stored, input) =>
        stored === null ? Promise.resolve(false) : hasher.verify(stored, input),
    };
    const { existing, absent } = await measured(fasterHasher);
    expect(mannWhitneyP(existing, absent)).toBeLessThan(0.0001);
  });
});
