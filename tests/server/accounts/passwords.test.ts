import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  comparable,
  countingHasher,
  freshAddress,
  freshEmail,
  otherPassword,
  type People,
  password,
  recordStatements,
  startPeople,
} from './people.ts';
import { type Database, startDatabase } from './stage.ts';

const minute = 60_000;

let database: Database;
let people: People;

beforeAll(async () => {
  database = await startDatabase();
  people = await startPeople(database.pool);
});
afterAll(async () => {
  await people?.app.close();
  await database?.stop();
});

const hashOf = async (id: number) => {
  const { rows } = await database.pool.query('select password_hash from users where id = $1', [id]);
  return rows[0]?.password_hash;
};
const login = (email: string, given: string, where = people) =>
  where.ask('POST', 'auth/token/', { body: { email, password: given } });
const isSignedIn = async (token: string, where = people) =>
  (await where.ask('POST', 'auth/check/', { token })).statusCode === 200;
const forget = (email: string, address = freshAddress(), where = people) =>
  where.ask('POST', 'forgot-password/', { body: { email }, address });
const reset = (token: string, given = otherPassword, where = people) =>
  where.ask('POST', 'reset-password/', { body: { token, password: given } });

describe('a forgotten password', () => {
  it('gets the same answer and the same work, whether there is an account or not', async () => {
    const hasher = countingHasher();
    const { pool, statements } = recordStatements(database.pool);
    const where = await startPeople(pool, { hasher });
    const { email: existing } = await people.join();
    const worked = async (email: string) => {
      const asked = statements.length;
      const answer = await forget(email, freshAddress(), where);
      return { answer: comparable(answer), statements: statements.slice(asked) };
    };
    const absent = await worked(freshEmail());
    expect(await worked(existing)).toEqual(absent);
    expect(absent.answer.statusCode).toBe(200);
    expect(absent.statements).toHaveLength(3);
    expect(hasher.count).toBe(0);
    expect(where.postbox.mails.map(({ to }) => to)).toEqual([existing]);
    await where.app.close();
  });

  it('is reset with the mailed link, once, and every session ends', async () => {
    const person = await people.join();
    await forget(person.email);
    const token = people.postbox.secretFor(person.email);
    expect(people.postbox.mails.at(-1)?.text).toContain('https://ledger.test/login/reset#cr_');
    const answer = await reset(token);
    expect(answer.json()).toEqual({ detail: 'Your password is changed. Sign in with it.' });
    expect(answer.body).not.toContain('cl_');
    expect(await isSignedIn(person.token)).toBe(false);
    expect((await login(person.email, password)).statusCode).toBe(400);
    expect((await login(person.email, otherPassword)).statusCode).toBe(200);
    expect(people.postbox.mails.at(-1)).toMatchObject({
      to: person.email,
      subject: 'Your password was changed',
      text: expect.stringContaining('API tokens that you created keep working'),
    });
    expect((await reset(token, password)).statusCode).toBe(400);
    expect((await login(person.email, otherPassword)).statusCode).toBe(200);
  });

  it('is reset by only one of fifty simultaneous uses of the link', async () => {
    const { email } = await people.join();
    await forget(email);
    const token = people.postbox.secretFor(email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => reset(token, `${otherPassword} ${n}`)),
    );
    const won = answers.flatMap(({ statusCode }, n) => (statusCode === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    expect((await login(email, `${otherPassword} ${won[0]}`)).statusCode).toBe(200);
  });

  it.each([
    ['a millisecond early', 45 * minute - 1, 200],
    ['in time no more', 45 * minute, 400],
    ['a millisecond late', 45 * minute + 1, 400],
  ])('can be reset %s', async (_, wait, status) => {
    const where = await startPeople(database.pool);
    const { email } = await where.join();
    await forget(email, freshAddress(), where);
    where.clock.advance(wait);
    const answer = await reset(where.postbox.secretFor(email), otherPassword, where);
    expect(answer.statusCode).toBe(status);
    await where.app.close();
  });

  it('keeps its link when the new password is refused', async () => {
    const { email } = await people.join();
    await forget(email);
    const token = people.postbox.secretFor(email);
    const refused = await reset(token, 'password1234');
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json())).toEqual(['password']);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('leaves no working link after another change of the password', async () => {
    const { id, email, token: session } = await people.join();
    await forget(email);
    const link = people.postbox.secretFor(email);
    await people.ask('PUT', `update-password/${id}/`, {
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
    ['a link asked for an address without an account', 'nobodys'],
  ])('cannot be reset with %s', async (_, given) => {
    const person = await people.join();
    const before = await hashOf(person.id);
    await forget(person.email);
    const link = people.postbox.secretFor(person.email);
    const tokens: Record<string, string> = {
      session: person.token,
      altered: link.replace(/^cr_./, (start) => (start === 'cr_A' ? 'cr_B' : 'cr_A')),
      nobodys: link.replace(/^cr_/, 'cv_'),
    };
    expect((await reset(tokens[given] ?? given)).statusCode).toBe(400);
    expect(await hashOf(person.id)).toBe(before);
  });

  it('is mailed about three times an hour to one address, and requested twenty times by one network', async () => {
    const { email } = await people.join();
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await forget(email)).statusCode).toBe(200);
    }
    expect(people.postbox.mails.filter(({ to }) => to === email)).toHaveLength(3);
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
    people.ask('PUT', `update-password/${id}/`, {
      token,
      address,
      body: { old_password: old, new_password: next },
    });

  it('ends every earlier session and answers a new token', async () => {
    const { id, email, token } = await people.join();
    const elsewhere = (await login(email, password)).json().token;
    const answer = await change(id, token);
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['token']);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(answer.json().token)).toBe(true);
    expect((await login(email, otherPassword)).statusCode).toBe(200);
    expect(people.postbox.mails.at(-1)).toMatchObject({ to: email });
  });

  it('of another person is not found, as if it did not exist', async () => {
    const [mine, theirs] = [await people.join(), await people.join()];
    const before = await hashOf(theirs.id);
    const foreign = await change(theirs.id, mine.token);
    const missing = await change(999_999_999, mine.token);
    expect(foreign.statusCode).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(missing));
    expect(await hashOf(theirs.id)).toBe(before);
  });

  it('needs the present password, and wrong ones count like those of a sign-in', async () => {
    const { id, email, token } = await people.join();
    const address = freshAddress();
    const statuses = [];
    for (let tried = 0; tried < 6; tried += 1) {
      statuses.push((await change(id, token, { old: `wrong ${tried}`, address })).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const signIn = { body: { email, password }, address };
    expect((await people.ask('POST', 'auth/token/', signIn)).statusCode).toBe(429);
    expect(await isSignedIn(token)).toBe(true);
    expect((await change(id, token)).statusCode).toBe(200);
  });

  it.each([
    ['a wrong present one', { old: 'wrong horse battery' }, 'old_password'],
    ['a common one', { next: 'letmein1234' }, 'new_password'],
    ['one that is too short', { next: 'too short' }, 'new_password'],
  ])('is refused with %s by name, and all sessions stay', async (_, given, field) => {
    const { id, token } = await people.join();
    const before = await hashOf(id);
    const answer = await change(id, token, given);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    expect(await hashOf(id)).toBe(before);
    expect(await isSignedIn(token)).toBe(true);
  });
});
