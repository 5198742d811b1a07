import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountsApp,
  comparable,
  countingHasher,
  freshAddress,
  freshEmail,
  otherPassword,
  password,
  recordStatements,
  startAccountsApp,
} from './accounts-app.ts';
import { type Database, startDatabase } from './test-app.ts';

const minute = 60_000;

let database: Database;
let accounts: AccountsApp;

beforeAll(async () => {
  database = await startDatabase();
  accounts = await startAccountsApp(database.pool);
});
afterAll(async () => {
  await accounts?.app.close();
  await database?.stop();
});

const hashOf = async (id: number) => {
  const { rows } = await database.pool.query('select password_hash from users where id = $1', [id]);
  return rows[0]?.password_hash;
};
const login = (email: string, input: string, where = accounts) =>
  where.request('POST', 'auth/token/', { body: { email, password: input } });
const isSignedIn = async (token: string, where = accounts) =>
  (await where.request('POST', 'auth/check/', { token })).statusCode === 200;
const forget = (email: string, address = freshAddress(), where = accounts) =>
  where.request('POST', 'forgot-password/', { body: { email }, address });
const reset = (token: string, input = otherPassword, where = accounts) =>
  where.request('POST', 'reset-password/', { body: { token, password: input } });

describe('a forgotten password', () => {
  it('gets the same answer and the same work, whether there is an account or not', async () => {
    const hasher = countingHasher();
    const { pool, statements } = recordStatements(database.pool);
    const where = await startAccountsApp(pool, { limitsPool: database.pool, hasher });
    const { email: existing } = await accounts.signUp();
    const worked = async (email: string) => {
      const requestCount = statements.length;
      const answer = await forget(email, freshAddress(), where);
      return { answer: comparable(answer), statements: statements.slice(requestCount) };
    };
    const absent = await worked(freshEmail());
    expect(await worked(existing)).toEqual(absent);
    expect(absent.answer.statusCode).toBe(200);
    expect(absent.statements).toHaveLength(3);
    expect(hasher.count).toBe(0);
    expect(where.mailbox.mails.map(({ to }) => to)).toEqual([existing]);
    await where.app.close();
  });

  it('is reset with the mailed link, once, and every session ends', async () => {
    const person = await accounts.signUp();
    await forget(person.email);
    const token = accounts.mailbox.secretFor(person.email);
    expect(accounts.mailbox.mails.at(-1)?.text).toContain('https://ledger.test/login/reset#cr_');
    const answer = await reset(token);
    expect(answer.json()).toEqual({ detail: 'Your password is changed. Sign in with it.' });
    expect(answer.body).not.toContain('cl_');
    expect(await isSignedIn(person.token)).toBe(false);
    expect((await login(person.email, password)).statusCode).toBe(400);
    expect((await login(person.email, otherPassword)).statusCode).toBe(200);
    expect(accounts.mailbox.mails.at(-1)).toMatchObject({
      to: person.email,
      subject: 'Your password was changed',
      text: expect.stringContaining('API tokens that you created keep working'),
    });
    expect((await reset(token, password)).statusCode).toBe(400);
    expect((await login(person.email, otherPassword)).statusCode).toBe(200);
  });

  it('is reset by only one of fifty simultaneous uses of the link', async () => {
    const { email } = await accounts.signUp();
    await forget(email);
    const token = accounts.mailbox.secretFor(email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => reset(token, `${otherPassword} ${n}`)),
    );
    const won = answers.flatMap(({ statusCode }, n) => (statusCode === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    expect((await login(email, `${otherPassword} ${won[0]}`)).statusCode).toBe(200);
  });

  it.each([
    ['a millisecond before', 'is reset', 45 * minute - 1, 200],
    ['at the moment', 'stays', 45 * minute, 400],
    ['a millisecond after', 'stays', 45 * minute + 1, 400],
  ])('with a link used %s it expires %s', async (_, __, wait, status) => {
    const where = await startAccountsApp(database.pool);
    const { email } = await where.signUp();
    await forget(email, freshAddress(), where);
    where.clock.advance(wait);
    const answer = await reset(where.mailbox.secretFor(email), otherPassword, where);
    expect(answer.statusCode).toBe(status);
    await where.app.close();
  });

  it('keeps its link when the new password is refused', async () => {
    const { email } = await accounts.signUp();
    await forget(email);
    const token = accounts.mailbox.secretFor(email);
    const refused = await reset(token, 'password1234');
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json())).toEqual(['password']);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('leaves no working link after another change of the password', async () => {
    const { id, email, token: session } = await accounts.signUp();
    await forget(email);
    const link = accounts.mailbox.secretFor(email);
    await accounts.request('PUT', `update-password/${id}/`, {
      token: session,
      body: { old_password: password, new_password: otherPassword },
    });
    expect((await reset(link, 'a third password of theirs')).statusCode).toBe(400);
  });

  it.each([
    ['nothing', ''],
    ['the token of a session', 'session'],
    ['a link that was never mailed', `cr_${'a'.repeat(43)}00000000`],
    ['a link with another letter in it', 'altered'],
    ['the prefix of the links that verify addresses', 'otherPrefix'],
  ])('cannot be reset with %s', async (_, input) => {
    const person = await accounts.signUp();
    const before = await hashOf(person.id);
    await forget(person.email);
    const link = accounts.mailbox.secretFor(person.email);
    const tokens: Record<string, string> = {
      session: person.token,
      altered: link.replace(/^cr_./, (start) => (start === 'cr_A' ? 'cr_B' : 'cr_A')),
      otherPrefix: link.replace(/^cr_/, 'cv_'),
    };
    expect((await reset(tokens[input] ?? input)).statusCode).toBe(400);
    expect(await hashOf(person.id)).toBe(before);
  });

  it('sends one address at most three mails an hour, and accepts twenty requests of one network', async () => {
    const { email } = await accounts.signUp();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await forget(email)).statusCode).toBe(200);
    }
    expect(accounts.mailbox.mails.filter(({ to }) => to === email)).toHaveLength(3);
    const statuses = [];
    for (let last = 1; last <= 21; last += 1) {
      statuses.push((await forget(freshEmail(), `198.51.100.${last}`)).statusCode);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });
});

describe('a changed password', () => {
  const change = (
    id: number,
    token: string,
    { old = password, next = otherPassword, address = freshAddress() } = {},
  ) =>
    accounts.request('PUT', `update-password/${id}/`, {
      token,
      address,
      body: { old_password: old, new_password: next },
    });

  it('ends every earlier session and answers a new token', async () => {
    const { id, email, token } = await accounts.signUp();
    const elsewhere = (await login(email, password)).json().token;
    const answer = await change(id, token);
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['token']);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(answer.json().token)).toBe(true);
    expect((await login(email, otherPassword)).statusCode).toBe(200);
    expect(accounts.mailbox.mails.at(-1)).toMatchObject({ to: email });
  });

  it('of another person is not found, as if it did not exist', async () => {
    const [own, other] = [await accounts.signUp(), await accounts.signUp()];
    const before = await hashOf(other.id);
    const foreign = await change(other.id, own.token);
    const missing = await change(999_999_999, own.token);
    expect(foreign.statusCode).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(missing));
    expect(await hashOf(other.id)).toBe(before);
  });

  it('needs the present password, and wrong ones count like those of a sign-in', async () => {
    const { id, email, token } = await accounts.signUp();
    const address = freshAddress();
    const statuses = [];
    for (let tried = 0; tried < 6; tried += 1) {
      statuses.push((await change(id, token, { old: `wrong ${tried}`, address })).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const signIn = { body: { email, password }, address };
    expect((await accounts.request('POST', 'auth/token/', signIn)).statusCode).toBe(429);
    expect(await isSignedIn(token)).toBe(true);
    expect((await change(id, token)).statusCode).toBe(200);
  });

  it.each([
    ['a wrong present one', { old: 'wrong horse battery' }, 'old_password'],
    ['a common one', { next: 'letmein1234' }, 'new_password'],
    ['one that is too short', { next: 'too short' }, 'new_password'],
  ])('is refused with %s at its field, and all sessions stay', async (_, fields, field) => {
    const { id, token } = await accounts.signUp();
    const before = await hashOf(id);
    const answer = await change(id, token, fields);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    expect(await hashOf(id)).toBe(before);
    expect(await isSignedIn(token)).toBe(true);
  });
});
