import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject } from '#server/projects/repository.ts';
import {
  type AccountsApp,
  comparable,
  freshAddress,
  freshEmail,
  password,
  recordStatements,
  startAccountsApp,
} from './accounts-app.ts';
import { type Database, startDatabase } from './test-app.ts';

const hour = 3_600_000;

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

const rowOf = async (id: number) => {
  const { rows } = await database.pool.query('select * from users where id = $1', [id]);
  return rows[0];
};
const change = (
  { id, token }: { id: number; token: string },
  body: object,
  { where = accounts, address = freshAddress() } = {},
) => where.request('PATCH', `user/${id}/`, { token, body, address });
const login = (email: string, address = freshAddress()) =>
  accounts.request('POST', 'auth/token/', { body: { email, password }, address });

describe("a person's own account", () => {
  it('changes the given fields and no others', async () => {
    const person = await accounts.signUp();
    const before = await rowOf(person.id);
    const answer = await change(person, {
      first_name: ' Anna ',
      phone: '+442071838750',
      timezone: 'US/Central',
      locale: 'de-ch',
      email_notifications: false,
    });
    expect(answer.json()).toEqual({
      id: person.id,
      email: person.email,
      full_name: 'Anna Ruiz',
      first_name: 'Anna',
      last_name: 'Ruiz',
      phone: '+442071838750',
      image: null,
      state: 'company',
      timezone: 'America/Chicago',
      locale: 'de-CH',
      email_notifications: false,
    });
    expect(await rowOf(person.id)).toEqual({
      ...before,
      first_name: 'Anna',
      phone: '+442071838750',
      timezone: 'America/Chicago',
      locale: 'de-CH',
      email_notifications: false,
    });
    expect(await (await change(person, {})).json()).toEqual(answer.json());
  });

  it.each([
    ['null', null],
    ['nothing', ''],
    ['Default', 'Default'],
  ])('clears time zone and locale with %s', async (_, nothing) => {
    const person = await accounts.signUp();
    await change(person, { timezone: 'Europe/Rome', locale: 'it-IT' });
    const { timezone, locale } = (
      await change(person, { timezone: nothing, locale: nothing })
    ).json();
    expect({ timezone, locale }).toEqual({ timezone: null, locale: null });
  });

  it.each([
    ['an id', { id: 1 }, 'id'],
    ['a superuser', { is_superuser: true }, 'is_superuser'],
    ['a state', { state: 'active' }, 'state'],
    ['a password', { password: 'correct horse battery' }, 'password'],
    ['a role', { role: 'owner' }, 'role'],
    ['a picture by its address', { image: 'https://elsewhere.test/a.png' }, 'image'],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['a locale that is none', { locale: 'no locale' }, 'locale'],
    ['a number of letters', { phone: '+1CALLME' }, 'phone'],
    ['a name of two lines', { first_name: 'A\nB' }, 'first_name'],
  ])('is refused %s by name', async (_, body, field) => {
    const person = await accounts.signUp();
    const before = await rowOf(person.id);
    const answer = await change(person, body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    expect(await rowOf(person.id)).toEqual(before);
  });

  it('of another person cannot be changed and is not found', async () => {
    const [own, other] = [await accounts.signUp(), await accounts.signUp()];
    const before = await rowOf(other.id);
    const foreign = await change({ ...own, id: other.id }, { first_name: 'Eve' });
    const missing = await change({ ...own, id: 999_999_999 }, { first_name: 'Eve' });
    expect(foreign.statusCode).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(missing));
    expect(await rowOf(other.id)).toEqual(before);
  });
});

describe('a new address', () => {
  it('needs the password, and the former address is notified', async () => {
    const person = await accounts.signUp();
    const email = freshEmail();
    const without = await change(person, { email });
    expect(Object.keys(without.json())).toEqual(['current_password']);
    const wrong = await change(person, { email, current_password: 'wrong horse battery' });
    expect(Object.keys(wrong.json())).toEqual(['current_password']);
    expect((await rowOf(person.id)).email).toBe(person.email);
    const right = await change(person, { email, current_password: password });
    expect(right.json().email).toBe(email);
    expect(accounts.mailbox.mails.at(-1)).toMatchObject({
      to: person.email,
      subject: 'Your address was changed',
    });
    expect((await login(email)).statusCode).toBe(200);
    expect((await login(person.email)).statusCode).toBe(400);
  });

  it('of another person cannot be used, and its owner is notified', async () => {
    const [own, other] = [await accounts.signUp(), await accounts.signUp()];
    const answer = await change(own, { email: other.email, current_password: password });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(['email']);
    expect((await rowOf(own.id)).email).toBe(own.email);
    expect(accounts.mailbox.mails.at(-1)?.to).toBe(other.email);
  });

  it('cannot be tried more often than by a stranger', async () => {
    const [own, other] = [await accounts.signUp(), await accounts.signUp()];
    const address = freshAddress();
    const statuses = [];
    for (let tried = 0; tried < 6; tried += 1) {
      const body = { email: other.email, current_password: password };
      statuses.push((await change(own, body, { address })).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('invalidates links to the former one', async () => {
    const person = await accounts.signUp();
    await accounts.request('POST', 'forgot-password/', { body: { email: person.email } });
    const link = accounts.mailbox.secretFor(person.email);
    await change(person, { email: freshEmail(), current_password: password });
    const answer = await accounts.request('POST', 'reset-password/', {
      body: { token: link, password: 'a third password of theirs' },
    });
    expect(answer.statusCode).toBe(400);
  });

  describe('where addresses are verified', () => {
    let verifying: AccountsApp;
    beforeAll(async () => {
      verifying = await startAccountsApp(database.pool, { verifiesEmail: true });
    });
    afterAll(() => verifying?.app.close());
    const follow = (token: string, session: string | null) =>
      verifying.request('POST', 'verify-email/', { body: { token }, token: session });

    it('applies once its owner follows its link', async () => {
      const [own, other] = [await verifying.signUp(), await verifying.signUp()];
      const email = freshEmail();
      const request = await change(
        own,
        { email, current_password: password },
        { where: verifying },
      );
      expect(request.json().email).toBe(own.email);
      const link = verifying.mailbox.secretFor(email);
      expect((await follow(link, null)).statusCode).toBe(400);
      expect((await follow(link, other.token)).statusCode).toBe(400);
      const followed = await follow(link, own.token);
      expect(followed.json()).toMatchObject({ id: own.id, email, token: own.token });
      expect((await rowOf(own.id)).email).toBe(email);
      expect((await follow(link, own.token)).statusCode).toBe(400);
    });

    it('gets the same answer, whether the address is taken or not', async () => {
      const [own, other] = [await verifying.signUp(), await verifying.signUp()];
      const request = (email: string) =>
        change(own, { email, current_password: password }, { where: verifying });
      expect(comparable(await request(other.email))).toEqual(
        comparable(await request(freshEmail())),
      );
      expect(() => verifying.mailbox.secretFor(other.email)).toThrow();
      const about = verifying.mailbox.mails.filter(({ to }) => to === other.email).at(-1);
      expect(about?.subject).toBe('You already have an account');
    });
  });
});

describe('whether an address has an account', () => {
  const exists = (value: string, token: string | null = null, address = freshAddress()) =>
    accounts.request('GET', `user-exists/${encodeURIComponent(value)}/`, { token, address });

  async function ownerOfProject() {
    const owner = await accounts.signUp();
    await createProject(database.pool, {
      name: freshEmail(),
      url: '',
      target: 'purchase',
      numberOfEvents: 0,
      timezone: 'UTC',
      currency: 'USD',
      createdBy: owner.id,
    });
    return owner;
  }

  it('gets one answer for strangers, without a look-up', async () => {
    const { pool, statements } = recordStatements(database.pool);
    const where = await startAccountsApp(pool, { limitsPool: database.pool });
    const { email } = await accounts.signUp();
    const request = (value: string) => where.request('GET', `user-exists/${value}/`);
    const existing = comparable(await request(email));
    expect(comparable(await request(freshEmail()))).toEqual(existing);
    expect(comparable(await request('no-address'))).toEqual(existing);
    expect(existing).toMatchObject({ statusCode: 200, body: '{"exists":false}' });
    expect(statements).toEqual([]);
    await where.app.close();
  });

  it("gets the strangers' answer for people without a project, and after the end of a session", async () => {
    const [own, other] = [await accounts.signUp(), await accounts.signUp()];
    expect((await exists(other.email, own.token)).json()).toEqual({ exists: false });
    await accounts.request('POST', 'auth/logout/', { token: own.token });
    const ended = await exists(other.email, own.token);
    expect(comparable(ended)).toEqual(comparable(await exists(other.email)));
  });

  it('is answered to members who may invite', async () => {
    const [owner, other] = [await ownerOfProject(), await accounts.signUp()];
    expect((await exists(other.email.toUpperCase(), owner.token)).json()).toEqual({
      exists: true,
    });
    expect((await exists(freshEmail(), owner.token)).json()).toEqual({ exists: false });
    expect((await exists('no-address', owner.token)).json()).toEqual({ exists: false });
  });

  it('can be requested sixty times an hour by such a member, from any network', async () => {
    const owner = await ownerOfProject();
    const statuses = [];
    for (let attempt = 0; attempt < 61; attempt += 1) {
      statuses.push((await exists(freshEmail(), owner.token)).statusCode);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });

  it('can be requested ten times a minute by strangers of one network', async () => {
    const address = freshAddress();
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push((await exists(freshEmail(), null, address)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('the sessions of a person', () => {
  const list = async (token: string) =>
    (await accounts.request('GET', 'sessions/', { token })).json();
  const end = (token: string, id: number | string = '') =>
    accounts.request('DELETE', id === '' ? 'sessions/' : `sessions/${id}/`, { token });
  const isOpen = async (token: string) =>
    (await accounts.request('POST', 'auth/check/', { token })).statusCode === 200;

  it('are listed without their tokens, the latest used first', async () => {
    const { email, token } = await accounts.signUp();
    accounts.clock.advance(hour);
    const later = (await login(email)).json().token;
    accounts.clock.advance(60_000);
    const listed = await list(token);
    const now = accounts.clock.now().getTime();
    expect(listed.map((one: { current: boolean }) => one.current)).toEqual([true, false]);
    expect(listed[0]).toEqual({
      id: expect.any(Number),
      current: true,
      user_agent: 'lightMyRequest',
      created_at: new Date(now - hour - 60_000).toISOString(),
      last_used_at: new Date(now).toISOString(),
      expires_at: new Date(now + (7 * 24 - 1) * hour - 60_000).toISOString(),
    });
    expect((await list(later)).map((one: { current: boolean }) => one.current)).toContain(true);
    expect(JSON.stringify(listed)).not.toContain('cl_');
  });

  it('are no longer listed once they have expired', async () => {
    const { email, token } = await accounts.signUp();
    accounts.clock.advance(11 * hour);
    const later = (await login(email)).json().token;
    expect(await list(later)).toHaveLength(2);
    accounts.clock.advance(hour);
    expect(await isOpen(token)).toBe(false);
    expect(await list(later)).toHaveLength(1);
  });

  it('end one by one, on the next request', async () => {
    const { email, token } = await accounts.signUp();
    const other = (await login(email)).json().token;
    const [, { id }] = (await list(token)).sort((one: { current: boolean }) =>
      one.current ? -1 : 1,
    );
    expect((await end(token, id)).body).toContain('Signed out');
    expect(await isOpen(other)).toBe(false);
    expect(await isOpen(token)).toBe(true);
    expect((await end(token, id)).statusCode).toBe(404);
  });

  it('of others are not found, as if there were none', async () => {
    const [own, other] = [await accounts.signUp(), await accounts.signUp()];
    const [{ id }] = await list(other.token);
    const foreign = await end(own.token, id);
    expect(foreign.statusCode).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(await end(own.token, 999_999_999)));
    expect(await isOpen(other.token)).toBe(true);
  });

  it('end everywhere else at once', async () => {
    const { email, token } = await accounts.signUp();
    const others = [(await login(email)).json().token, (await login(email)).json().token];
    expect((await end(token)).statusCode).toBe(200);
    for (const other of others) expect(await isOpen(other)).toBe(false);
    expect(await isOpen(token)).toBe(true);
  });
});
