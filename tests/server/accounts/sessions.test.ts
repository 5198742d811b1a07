import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '#contract/accounts/session.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { createUser } from '#server/accounts/users.ts';
import { type Database, startApp, startDatabase, stoppedClock } from './test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const hasher = createHasher();
const clock = stoppedClock();
const email = 'ana@acme.test';
const password = 'correct horse battery';

let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  database = await startDatabase();
  app = await startApp(database.pool, { clock, hasher });
  await createUser(database.pool, hasher, { email, password, firstName: 'Ana', lastName: 'Ruiz' });
});
afterAll(async () => {
  await app?.close();
  await database?.stop();
});

const login = (body: object = { email, password }) =>
  app.inject({ method: 'POST', url: '/api/v1/auth/token/', payload: body });
const call = (path: string, token: string) =>
  app.inject({
    method: 'POST',
    url: `/api/v1/auth/${path}/`,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
  });
const check = (token: string) => call('check', token);
async function signIn(): Promise<string> {
  const answer = await login();
  expect(answer.statusCode).toBe(200);
  return sessionSchema.parse(answer.json()).token;
}

describe('a session', () => {
  it('opens with the right password and answers the person', async () => {
    const answer = await login({ email: ' ANA@acme.test ', password });
    const session = sessionSchema.parse(answer.json());
    expect(session).toMatchObject({ email, full_name: 'Ana Ruiz', affiliates: [], projects: [] });
    const checked = await check(session.token);
    expect(checked.json()).toEqual(session);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('has a new token at every login and both work', async () => {
    const tokens = [await signIn(), await signIn()];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await check(token)).statusCode).toBe(200);
  });

  it('ends at the logout, on the server too', async () => {
    const token = await signIn();
    expect((await call('logout', token)).statusCode).toBe(200);
    expect((await check(token)).statusCode).toBe(401);
    expect((await call('logout', token)).statusCode).toBe(401);
  });

  it.each([
    ['idle, one millisecond early', 12 * hour - 1, 200],
    ['idle for twelve hours', 12 * hour, 401],
    ['idle, one millisecond late', 12 * hour + 1, 401],
  ])('%s', async (_, wait, status) => {
    const token = await signIn();
    clock.advance(wait);
    expect((await check(token)).statusCode).toBe(status);
  });

  it('lives for seven days however often it is used, and is not revived', async () => {
    const token = await signIn();
    for (let used = 11; used < 7 * 24; used += 11) {
      clock.advance(11 * hour);
      expect((await check(token)).statusCode).toBe(200);
    }
    clock.advance(7 * 24 * hour - 15 * 11 * hour - 1);
    expect((await check(token)).statusCode).toBe(200);
    clock.advance(1);
    expect((await check(token)).statusCode).toBe(401);
    expect((await check(token)).statusCode).toBe(401);
  });

  it('is ended by an eleventh one if it has been unused for the longest', async () => {
    const working = await signIn();
    clock.advance(1);
    const left = await signIn();
    clock.advance(2 * minute);
    expect((await check(working)).statusCode).toBe(200);
    for (let opened = 0; opened < 9; opened += 1) await signIn();
    expect((await check(left)).statusCode).toBe(401);
    expect((await check(working)).statusCode).toBe(200);
  });

  it('is ended by an eleventh one if it is the oldest of ten unused ones', async () => {
    const tokens: string[] = [];
    for (let opened = 0; opened < 11; opened += 1) {
      clock.advance(1);
      tokens.push(await signIn());
    }
    const statuses = await Promise.all(
      tokens.map(async (token) => (await check(token)).statusCode),
    );
    expect(statuses).toEqual([401, ...Array(10).fill(200)]);
  });

  it.each([
    ['no header', undefined],
    ['another scheme', 'Bearer cl_x'],
    ['no token of ours', 'Token abc'],
    ['a token with a wrong checksum', `Token cl_${'a'.repeat(43)}00000000`],
    ['two tokens', 'Token a b'],
  ])('is not opened by %s', async (_, authorization) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/check/',
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ detail: 'Sign in to continue.' });
  });

  it('leaves no token in the database', async () => {
    const token = await signIn();
    const { rows } = await database.pool.query('select s::text as row from sessions s');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
