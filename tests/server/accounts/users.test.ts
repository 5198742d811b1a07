import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject } from '#server/projects/repository.ts';
import {
  comparable,
  freshAddress,
  freshEmail,
  type People,
  password,
  recordStatements,
  startPeople,
} from './people.ts';
import { type Database, startDatabase } from './stage.ts';

const hour = 3_600_000;

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

const rowOf = async (id: number) => {
  const { rows } = await database.pool.query('select * from users where id = $1', [id]);
  return rows[0];
};
const change = (
  { id, token }: { id: number; token: string },
  body: object,
  { where = people, address = freshAddress() } = {},
) => where.ask('PATCH', `user/${id}/`, { token, body, address });
const login = (email: string, address = freshAddress()) =>
  people.ask('POST', 'auth/token/', { body: { email, password }, address });

describe("a person's own account", () => {
  it('changes the given fields and no others', async () => {
    const person = await people.join();
    const before = await rowOf(person.id);
    const answer = await change(person, {
      first_name: ' Anna ',
      phone: '+442071838750',
      timezone: 'US/Central',
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
      email_notifications: false,
    });
    expect(await rowOf(person.id)).toEqual({
      ...before,
      first_name: 'Anna',
      phone: '+442071838750',
      timezone: 'America/Chicago',
      email_notifications: false,
    });
    expect(await (await change(person, {})).json()).toEqual(answer.json());
  });

  it.each([
    ['null', null],
    ['nothing', ''],
    ['Default', 'Default'],
  ])('clears the time zone with %s', async (_, timezone) => {
    const person = await people.join();
    await change(person, { timezone: 'Europe/Rome' });
    expect((await change(person, { timezone })).json().timezone).toBeNull();
  });

  it.each([
    ['an id', { id: 1 }, 'id'],
    ['a superuser', { is_superuser: true }, 'is_superuser'],
    ['a state', { state: 'active' }, 'state'],
    ['a password', { password: 'correct horse battery' }, 'password'],
    ['a role', { role: 'owner' }, 'role'],
    ['a picture by its address', { image: 'https://elsewhere.test/a.png' }, 'image'],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['a number of letters', { phone: '+1CALLME' }, 'phone'],
    ['a name of two lines', { first_name: 'A\nB' }, 'first_name'],
  ])('is refused %s by name', async (_, body, field) => {
    const person = await people.join();
    const before = await rowOf(person.id);
    const answer = await change(person, body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    expect(await rowOf(person.id)).toEqual(before);
  });

  it('of another person cannot be changed and is not found', async () => {
    const [mine, theirs] = [await people.join(), await people.join()];
    const before = await rowOf(theirs.id);
    const foreign = await change({ ...mine, id: theirs.id }, { first_name: 'Eve' });
    const missing = await change({ ...mine, id: 999_999_999 }, { first_name: 'Eve' });
    expect(foreign.statusCode).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(missing));
    expect(await rowOf(theirs.id)).toEqual(before);
  });
});

describe('a new address', () => {
  it('needs the password, and the former address is notified', async () => {
    const person = await people.join();
    const email = freshEmail();
    const without = await change(person, { email });
    expect(Object.keys(without.json())).toEqual(['current_password']);
    const wrong = await change(person, { email, current_password: 'wrong horse battery' });
    expect(Object.keys(wrong.json())).toEqual(['current_password']);
    expect((await rowOf(person.id)).email).toBe(person.email);
    const right = await change(person, { email, current_password: password });
    expect(right.json().email).toBe(email);
    expect(people.postbox.mails.at(-1)).toMatchObject({
      to: person.email,
      subject: 'Your address was changed',
    });
    expect((await login(email)).statusCode).toBe(200);
    expect((await login(person.email)).statusCode).toBe(400);
  });

  it('of another person cannot be used, and its owner is notified', async () => {
    const [mine, theirs] = [await people.join(), await people.join()];
    const answer = await change(mine, { email: theirs.email, current_password: password });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(['email']);
    expect((await rowOf(mine.id)).email).toBe(mine.email);
    expect(people.postbox.mails.at(-1)?.to).toBe(theirs.email);
  });

  it('cannot be tried more often than by a stranger', async () => {
    const [mine, theirs] = [await people.join(), await people.join()];
    const address = freshAddress();
    const statuses = [];
    for (let tried = 0; tried < 6; tried += 1) {
      const body = { email: theirs.email, current_password: password };
      statuses.push((await change(mine, body, { address })).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('invalidates links to the former one', async () => {
    const person = await people.join();
    await people.ask('POST', 'forgot-password/', { body: { email: person.email } });
    const link = people.postbox.secretFor(person.email);
    await change(person, { email: freshEmail(), current_password: password });
    const answer = await people.ask('POST', 'reset-password/', {
      body: { token: link, password: 'a third password of theirs' },
    });
    expect(answer.statusCode).toBe(400);
  });

  describe('where addresses are verified', () => {
    let verifying: People;
    beforeAll(async () => {
      verifying = await startPeople(database.pool, { verifiesEmail: true });
    });
    afterAll(() => verifying?.app.close());
    const follow = (token: string, session: string | null) =>
      verifying.ask('POST', 'verify-email/', { body: { token }, token: session });

    it('applies once its owner follows its link', async () => {
      const [mine, theirs] = [await verifying.join(), await verifying.join()];
      const email = freshEmail();
      const asked = await change(mine, { email, current_password: password }, { where: verifying });
      expect(asked.json().email).toBe(mine.email);
      const link = verifying.postbox.secretFor(email);
      expect((await follow(link, null)).statusCode).toBe(400);
      expect((await follow(link, theirs.token)).statusCode).toBe(400);
      const followed = await follow(link, mine.token);
      expect(followed.json()).toMatchObject({ id: mine.id, email, token: mine.token });
      expect((await rowOf(mine.id)).email).toBe(email);
      expect((await follow(link, mine.token)).statusCode).toBe(400);
    });

    it('gets the same answer, whether the address is taken or not', async () => {
      const [mine, theirs] = [await verifying.join(), await verifying.join()];
      const ask = (email: string) =>
        change(mine, { email, current_password: password }, { where: verifying });
      expect(comparable(await ask(theirs.email))).toEqual(comparable(await ask(freshEmail())));
      expect(() => verifying.postbox.secretFor(theirs.email)).toThrow();
      const about = verifying.postbox.mails.filter(({ to }) => to === theirs.email).at(-1);
      expect(about?.subject).toBe('You already have an account');
    });
  });
});

describe('whether an address has an account', () => {
  const exists = (value: string, token: string | null = null, address = freshAddress()) =>
    people.ask('GET', `user-exists/${encodeURIComponent(value)}/`, { token, address });

  async function ownerOfProject() {
    const owner = await people.join();
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
    const where = await startPeople(pool);
    const { email } = await people.join();
    const ask = (value: string) => where.ask('GET', `user-exists/${value}/`);
    const existing = comparable(await ask(email));
    expect(comparable(await ask(freshEmail()))).toEqual(existing);
    expect(comparable(await ask('no-address'))).toEqual(existing);
    expect(existing).toMatchObject({ statusCode: 200, body: '{"exists":false}' });
    expect(statements).toEqual([]);
    await where.app.close();
  });

  it("gets the strangers' answer for people without a project, and after the end of a session", async () => {
    const [mine, theirs] = [await people.join(), await people.join()];
    expect((await exists(theirs.email, mine.token)).json()).toEqual({ exists: false });
    await people.ask('POST', 'auth/logout/', { token: mine.token });
    const ended = await exists(theirs.email, mine.token);
    expect(comparable(ended)).toEqual(comparable(await exists(theirs.email)));
  });

  it('is answered to members who may invite', async () => {
    const [owner, theirs] = [await ownerOfProject(), await people.join()];
    expect((await exists(theirs.email.toUpperCase(), owner.token)).json()).toEqual({
      exists: true,
    });
    expect((await exists(freshEmail(), owner.token)).json()).toEqual({ exists: false });
    expect((await exists('no-address', owner.token)).json()).toEqual({ exists: false });
  });

  it('can be requested sixty times an hour by such a member, from any network', async () => {
    const owner = await ownerOfProject();
    const statuses = [];
    for (let asked = 0; asked < 61; asked += 1) {
      statuses.push((await exists(freshEmail(), owner.token)).statusCode);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });

  it('can be requested ten times a minute by strangers of one network', async () => {
    const address = freshAddress();
    const statuses = [];
    for (let asked = 0; asked < 11; asked += 1) {
      statuses.push((await exists(freshEmail(), null, address)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('the sessions of a person', () => {
  const list = async (token: string) => (await people.ask('GET', 'sessions/', { token })).json();
  const end = (token: string, id: number | string = '') =>
    people.ask('DELETE', id === '' ? 'sessions/' : `sessions/${id}/`, { token });
  const isOpen = async (token: string) =>
    (await people.ask('POST', 'auth/check/', { token })).statusCode === 200;

  it('are listed without their tokens, the latest used first', async () => {
    const { email, token } = await people.join();
    people.clock.advance(hour);
    const later = (await login(email)).json().token;
    people.clock.advance(60_000);
    const listed = await list(token);
    const now = people.clock.now().getTime();
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
    const { email, token } = await people.join();
    people.clock.advance(11 * hour);
    const later = (await login(email)).json().token;
    expect(await list(later)).toHaveLength(2);
    people.clock.advance(hour);
    expect(await isOpen(token)).toBe(false);
    expect(await list(later)).toHaveLength(1);
  });

  it('end one by one, on the next request', async () => {
    const { email, token } = await people.join();
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
    const [mine, theirs] = [await people.join(), await people.join()];
    const [{ id }] = await list(theirs.token);
    const foreign = await end(mine.token, id);
    expect(foreign.statusCode).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(await end(mine.token, 999_999_999)));
    expect(await isOpen(theirs.token)).toBe(true);
  });

  it('end everywhere else at once', async () => {
    const { email, token } = await people.join();
    const others = [(await login(email)).json().token, (await login(email)).json().token];
    expect((await end(token)).statusCode).toBe(200);
    for (const other of others) expect(await isOpen(other)).toBe(false);
    expect(await isOpen(token)).toBe(true);
  });
});
