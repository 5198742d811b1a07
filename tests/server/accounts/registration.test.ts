import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '#contract/accounts/session.ts';
import { createUser } from '#server/accounts/users.ts';
import {
  type AccountsApp,
  comparable,
  countingHasher,
  freshAddress,
  freshEmail,
  otherPassword,
  password,
  recordStatements,
  registration,
  startAccountsApp,
} from './accounts-app.ts';
import { type Database, startDatabase } from './test-app.ts';

const hour = 3_600_000;

let database: Database;
let accounts: AccountsApp;
let verifying: AccountsApp;

beforeAll(async () => {
  database = await startDatabase();
  await createUser(database.pool, countingHasher(), { email: 'operator@people.test', password });
  accounts = await startAccountsApp(database.pool);
  verifying = await startAccountsApp(database.pool, { verifiesEmail: true });
});
afterAll(async () => {
  await accounts?.app.close();
  await verifying?.app.close();
  await database?.stop();
});

const rowOf = async (email: string) => {
  const { rows } = await database.pool.query('select * from users where email = $1', [email]);
  return rows[0] ?? null;
};
const signUp = (body: object, address = freshAddress(), where = accounts) =>
  where.request('POST', 'registration/', { body, address });
const follow = (token: string, chosen: string | null = password, where = verifying) =>
  where.request('POST', 'verify-email/', { body: { token, password: chosen } });

describe('a registration', () => {
  it('opens a session of a person whose next step is the company', async () => {
    const email = freshEmail();
    const answer = await signUp(registration(` ${email.toUpperCase()} `));
    expect(answer.statusCode).toBe(201);
    const session = sessionSchema.parse(answer.json());
    expect(session).toMatchObject({
      email,
      full_name: 'Ana Ruiz',
      phone: '+13125550123',
      state: 'company',
      is_superuser: false,
      is_debug: false,
      projects: [],
    });
    const checked = await accounts.request('POST', 'auth/check/', { token: session.token });
    expect(checked.json()).toEqual(session);
    expect(accounts.mailbox.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it.each([
    ['a short password', { password: 'short pass'.slice(0, 9) }, 'password'],
    ['a password that everybody tries', { password: 'Password123' }, 'password'],
    ['the address as a password', { password: 'weak-one@people.test' }, 'password'],
    ['a password of 257 characters', { password: 'ab c'.repeat(65).slice(0, 257) }, 'password'],
    ['no name', { first_name: ' ' }, 'first_name'],
    ['a name of two lines', { last_name: 'Ruiz\r\nBcc: all@people.test' }, 'last_name'],
    ['a name with a hidden turn', { last_name: 'Ru\u202eiz' }, 'last_name'],
    ['a number without a country', { phone: '3125550123' }, 'phone'],
    ['a number of 26 characters', { phone: `+1${'2'.repeat(24)}` }, 'phone'],
    ['an address of two lines', { email: 'a@people.test\r\nBcc: b@people.test' }, 'email'],
    ['two addresses', { email: 'a@people.test,b@people.test' }, 'email'],
    ['a flag', { is_superuser: true }, 'is_superuser'],
    ['a state', { state: 'active' }, 'state'],
    ['a hash', { password_hash: 'x' }, 'password_hash'],
  ])('is refused with %s by name, and creates no account', async (_, changes, field) => {
    const answer = await signUp(registration('weak-one@people.test', changes));
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    expect(await rowOf('weak-one@people.test')).toBeNull();
  });

  it('takes a domain of any script, and signs its owner in by each spelling', async () => {
    const name = freshEmail().replace(/@.*/, '');
    const answer = await signUp(registration(`${name}@Bücher.example`));
    expect([answer.statusCode, answer.json().email]).toEqual([
      201,
      `${name}@xn--bcher-kva.example`,
    ]);
    for (const email of [`${name}@bücher.example`, `${name}@xn--bcher-kva.example`]) {
      const entered = await accounts.request('POST', 'auth/token/', { body: { email, password } });
      expect(entered.statusCode, entered.body).toBe(200);
    }
  });

  it('of an address with an account changes nothing and mails its owner', async () => {
    const { email } = await accounts.signUp();
    const before = await rowOf(email);
    const answer = await signUp(registration(email, { password: otherPassword, last_name: 'Eve' }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      email: ['This address cannot be used. If it is yours, check your mail.'],
    });
    expect(await rowOf(email)).toEqual(before);
    const [mail] = accounts.mailbox.mails.filter(({ to }) => to === email);
    expect(mail?.subject).toBe('You already have an account');
    expect(mail?.text).not.toContain('Eve');
    expect(mail?.text).not.toMatch(/c[a-z]_[\w-]{43}/);
  });

  it('is possible five times an hour for a network, and mails one address three times', async () => {
    const { email } = await accounts.signUp();
    const near = (last: number) => `203.0.113.${last}`;
    const statuses = [];
    for (let last = 1; last <= 6; last += 1) {
      statuses.push((await signUp(registration(email), near(last))).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect(accounts.mailbox.mails.filter(({ to }) => to === email)).toHaveLength(3);
    accounts.clock.advance(hour - 1);
    const early = await signUp(registration(freshEmail()), near(9));
    expect(early.statusCode).toBe(429);
    expect(early.headers['retry-after']).toBe('1');
    accounts.clock.advance(1);
    expect((await signUp(registration(freshEmail()), near(9))).statusCode).toBe(201);
  });

  it('uses up nothing of that limit when its input is refused', async () => {
    const address = freshAddress();
    for (let tried = 0; tried < 8; tried += 1) {
      const body = registration(freshEmail(), { password: 'Password123' });
      expect((await signUp(body, address)).statusCode).toBe(400);
    }
    expect((await signUp(registration(freshEmail()), address)).statusCode).toBe(201);
  });

  it('is refused where sign-up is switched off', async () => {
    const closed = await startAccountsApp(database.pool, { rule: 'closed' });
    const email = freshEmail();
    const answer = await signUp(registration(email), freshAddress(), closed);
    expect(answer.statusCode).toBe(403);
    expect(await rowOf(email)).toBeNull();
    await closed.app.close();
  });

  it('of fifty at once for one address creates one account', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => signUp(registration(email))),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, ...Array(49).fill(400)]);
  });
});

describe('one address in many spellings', () => {
  it.each([
    ['capitals', 'twin.a@people.test', 'TWIN.A@People.TEST'],
    ['full width', 'twin.b@people.test', 'ｔｗｉｎ.ｂ@people.test'],
    ['a ligature', 'twinfi@people.test', 'twin\ufb01@people.test'],
    ['spaces around', 'twin.d@people.test', '\u3000twin.d@people.test '],
    ['a Kelvin sign', 'twink@people.test', 'twin\u212a@people.test'],
  ])('is one account: %s', async (_, first, second) => {
    expect((await signUp(registration(first))).statusCode).toBe(201);
    expect((await signUp(registration(second))).statusCode).toBe(400);
    const login = await accounts.request('POST', 'auth/token/', {
      body: { email: second, password: registration(first).password },
    });
    expect(login.json().email).toBe(first);
  });

  it.each([
    ['a Turkish capital i', 'tw\u0130n@people.test'],
    ['a Turkish small i', 'tw\u0131n@people.test'],
    ['a Cyrillic a', 'tw\u0430n@people.test'],
  ])('that only looks the same is another one: %s', async (_, email) => {
    const answer = await signUp(registration(email));
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(['email']);
  });

  it('stays two accounts with a plus, which some people use for that', async () => {
    expect((await signUp(registration('twin+ads@people.test'))).statusCode).toBe(201);
    expect((await signUp(registration('twin+work@people.test'))).statusCode).toBe(201);
  });
});

describe('where addresses are verified', () => {
  it('answers the same bytes after the same work, whether there is an account or not', async () => {
    const hasher = countingHasher();
    const { pool, statements } = recordStatements(database.pool);
    const where = await startAccountsApp(pool, {
      limitsPool: database.pool,
      verifiesEmail: true,
      hasher,
    });
    const { email: existing } = await accounts.signUp();

    const worked = async (email: string) => {
      const [hashes, requestCount] = [hasher.count, statements.length];
      const answer = await signUp(registration(email), freshAddress(), where);
      return {
        answer: comparable(answer),
        hashes: hasher.count - hashes,
        statements: statements.slice(requestCount),
      };
    };
    const absent = await worked(freshEmail());
    expect(await worked(existing)).toEqual(absent);
    expect(absent).toMatchObject({ hashes: 1, answer: { statusCode: 202 } });
    expect(absent.statements.length).toBeGreaterThanOrEqual(3);
    expect(where.mailbox.mails.map(({ subject }) => subject)).toEqual([
      'Confirm your address',
      'You already have an account',
    ]);
    await where.app.close();
  });

  it('creates the account when its link is followed, and not before', async () => {
    const email = freshEmail();
    const answer = await signUp(registration(email), freshAddress(), verifying);
    expect(answer.json()).toEqual({
      detail: 'We sent you a mail. Follow the link in it to continue.',
    });
    expect(await rowOf(email)).toBeNull();
    const mail = verifying.mailbox.mails.at(-1);
    expect(mail?.text).toContain('https://ledger.test/sign-up/verify#cv_');
    const followed = await follow(verifying.mailbox.secretFor(email));
    expect(followed.statusCode).toBe(200);
    const session = sessionSchema.parse(followed.json());
    expect(session).toMatchObject({ email, state: 'company', full_name: 'Ana Ruiz' });
    const checked = await verifying.request('POST', 'auth/check/', { token: session.token });
    expect(checked.statusCode).toBe(200);
  });

  it('opens nothing by a link alone, or with another password than its sign-up had', async () => {
    const email = freshEmail();
    await signUp(registration(email, { password: otherPassword }), freshAddress(), verifying);
    const token = verifying.mailbox.secretFor(email);
    for (const [input, message] of [
      [null, 'Enter the password that you chose when you signed up.'],
      [password, expect.stringContaining('not the password of this sign-up')],
    ] as const) {
      const answer = await follow(token, input);
      expect([answer.statusCode, answer.json()]).toEqual([400, { password: [message] }]);
      expect(await rowOf(email)).toBeNull();
    }
    expect((await follow(token, otherPassword)).statusCode).toBe(200);
  });

  it('gives nothing of the account to a person who signed up with an address before its owner', async () => {
    const email = freshEmail();
    const byStranger = registration(email, { password: otherPassword });
    await signUp(byStranger, freshAddress(), verifying);
    const anonymousLimits = verifying.mailbox.secretFor(email);
    await signUp(registration(email), freshAddress(), verifying);
    expect((await follow(anonymousLimits)).statusCode).toBe(400);
    expect((await follow(verifying.mailbox.secretFor(email))).statusCode).toBe(200);
    const signIn = (input: string) =>
      verifying.request('POST', 'auth/token/', { body: { email, password: input } });
    expect((await signIn(otherPassword)).statusCode).toBe(400);
    expect((await signIn(password)).statusCode).toBe(200);
  });

  it('reports an address over its mail limit, whether it has an account or not', async () => {
    const { email: existing } = await accounts.signUp();
    const statuses = async (email: string) => {
      const found = [];
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const answer = await signUp(registration(email), freshAddress(), verifying);
        found.push([answer.statusCode, answer.headers['retry-after']]);
      }
      return found;
    };
    const sent = [202, undefined];
    for (const email of [existing, freshEmail()]) {
      expect(await statuses(email)).toEqual([sent, sent, sent, [429, '3600']]);
    }
  });

  it('opens one session with one link, however many requests use it at once', async () => {
    const email = freshEmail();
    await signUp(registration(email), freshAddress(), verifying);
    const token = verifying.mailbox.secretFor(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => follow(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array(49).fill(400),
    ]);
    expect(answers.filter(({ body }) => body.includes('cl_'))).toHaveLength(1);
    expect((await follow(token)).statusCode).toBe(400);
  });

  it.each([
    ['a millisecond before its day is over', 24 * hour - 1, 200],
    ['when its day is over', 24 * hour, 400],
    ['a millisecond later', 24 * hour + 1, 400],
  ])('takes a link %s', async (_, wait, status) => {
    const where = await startAccountsApp(database.pool, { verifiesEmail: true });
    const email = freshEmail();
    await signUp(registration(email), freshAddress(), where);
    where.clock.advance(wait);
    const answer = await follow(where.mailbox.secretFor(email), password, where);
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('"token"')).toBe(status === 200);
    await where.app.close();
  });

  it('gives the second of two links of one address nothing', async () => {
    const email = freshEmail();
    await signUp(registration(email), freshAddress(), verifying);
    const first = verifying.mailbox.secretFor(email);
    await signUp(registration(email, { password: otherPassword }), freshAddress(), verifying);
    const second = verifying.mailbox.secretFor(email);
    expect((await follow(first)).statusCode).toBe(200);
    const before = await rowOf(email);
    expect((await follow(second)).statusCode).toBe(400);
    expect(await rowOf(email)).toEqual(before);
  });

  it.each([
    ['no secret', ''],
    ['another kind of secret', `cl_${'a'.repeat(43)}00000000`],
    ['a secret that was never given', `cv_${'a'.repeat(43)}00000000`],
    ['a secret of two lines', 'cv_a\r\nb'],
  ])('gives nothing for %s', async (_, token) => {
    const answer = await follow(token);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain('cl_');
  });
});
