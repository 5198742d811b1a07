import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHasher } from '#server/accounts/hasher.ts';
import { isSecret } from '#server/accounts/secret.ts';
import { createLog } from '#server/platform/logger.ts';
import { readRows } from '../authorization/rows.ts';
import {
  type AccountsApp,
  freshEmail,
  otherPassword,
  password,
  registration,
  startAccountsApp,
} from './accounts-app.ts';
import { type OwnDatabase, startOwnDatabase } from './test-app.ts';

/** Every secret that was handed out or typed and must not appear elsewhere. */
const secrets = new Map<string, string>();
const lines: string[] = [];
const urls: string[] = [];

let database: OwnDatabase;
let accounts: AccountsApp;

beforeAll(async () => {
  database = await startOwnDatabase();
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const hasher = createHasher();
  accounts = await startAccountsApp(database.pool, { verifiesEmail: true, log, hasher });
  accounts.app.addHook('onRequest', async ({ url }) => void urls.push(url));
  await live(accounts);
}, 60_000);
afterAll(async () => {
  await accounts?.app.close();
  await database?.stop();
});

/** The life of an account, with every kind of secret and with some mistakes. */
async function live({ request: send, signUp, mailbox }: AccountsApp): Promise<void> {
  const keep = (name: string, secret: string) => {
    secrets.set(name, secret);
    return secret;
  };
  keep('password', password);
  const email = freshEmail();
  const person = await signUp(email);
  keep('link of the sign-up', mailbox.secretFor(email));
  keep('session of the sign-up', person.token);
  const signedIn = await send('POST', 'auth/token/', { body: { email, password } });
  const { token } = signedIn.json();
  keep('session of the sign-in', token);
  await send('POST', 'auth/token/', {
    body: { email, password: keep('a wrong one', 'wrong horse') },
  });
  await send('GET', 'sessions/', { token });
  await send('GET', `user-exists/${email}/`, { token });

  keep('new password', otherPassword);
  const body = { old_password: password, new_password: otherPassword };
  const changed = await send('PUT', `update-password/${person.id}/`, { token, body });
  keep('session after the change', changed.json().token);
  await send('PUT', `update-password/${person.id}/`, { token: changed.json().token, body });

  await send('POST', 'forgot-password/', { body: { email } });
  keep('link of the reset', mailbox.secretFor(email));
  const link = {
    token: mailbox.secretFor(email),
    password: keep('third password', 'a third one of mine'),
  };
  await send('POST', 'reset-password/', { body: { ...link, password: 'password1234' } });
  await send('POST', 'reset-password/', { body: link });
  await send('POST', 'reset-password/', { body: link });
  await send('POST', 'forgot-password/', { body: { email } });
  keep('unused link', mailbox.secretFor(email));

  const last = await send('POST', 'auth/token/', { body: { email, password: link.password } });
  keep('last session', last.json().token);
  const newEmail = { email: freshEmail(), current_password: link.password };
  await send('PATCH', `user/${person.id}/`, { token: last.json().token, body: newEmail });
  keep('link of the new address', mailbox.secretFor(newEmail.email));
  await send('POST', 'verify-email/', {
    token: null,
    body: { token: secrets.get('link of the new address') },
  });
}

/** The encodings of a secret that are searched for. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64url'),
  encodeURIComponent(secret),
];
const found = (text: string): string[] =>
  [...secrets]
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);

describe('a secret', () => {
  it('of every kind was handed out in this file', () => {
    expect(secrets.size).toBe(12);
    const kinds = [...secrets.values()].map((secret) => secret.slice(0, 3));
    for (const kind of ['cl_', 'cv_', 'cr_']) expect(kinds).toContain(kind);
    for (const secret of secrets.values()) {
      const kind = secret.slice(0, 2) as 'cl';
      if (secret[2] === '_') expect(isSecret(kind, secret)).toBe(true);
    }
  });

  it('is in no row of the database', async () => {
    const rows = await readRows(database.pool);
    const text = JSON.stringify([...rows].map(([table, all]) => [table, [...all.values()]]));
    expect(rows.get('sessions')?.size).toBeGreaterThan(0);
    expect(rows.get('password_resets')?.size).toBeGreaterThan(0);
    expect(rows.get('email_verifications')?.size).toBeGreaterThan(0);
    expect(text).toContain('$argon2id$');
    expect(found(text)).toEqual([]);
  });

  it('is in no file of the database, including its write-ahead log', async () => {
    const names = (await readdir(database.path, { recursive: true, withFileTypes: true })).filter(
      (one) => one.isFile(),
    );
    expect(names.length).toBeGreaterThan(100);
    const known = new Set<string>();
    let hasHash = false;
    for (const { parentPath, name } of names) {
      const text = await readFile(join(parentPath, name), 'latin1').catch(() => '');
      hasHash ||= text.includes('$argon2id$');
      for (const one of found(text)) known.add(one);
    }
    expect(hasHash).toBe(true);
    expect([...known]).toEqual([]);
  });

  it('is in no line of the log at its most verbose level', () => {
    expect(lines.length).toBeGreaterThan(15);
    expect(found(lines.join(''))).toEqual([]);
    expect(lines.join('')).not.toContain('@people.test');
  });

  it('is in no requested address, and in mails only behind the hash', () => {
    expect(urls.length).toBeGreaterThan(15);
    expect(found(urls.join(' '))).toEqual([]);
    for (const { text } of accounts.mailbox.mails) {
      for (const [link] of text.matchAll(/https:\S+/g))
        expect(found(new URL(link).pathname)).toEqual([]);
    }
  });

  it('opens nothing when only its hash is known', async () => {
    const { rows } = await database.pool.query<{ hash: Buffer }>(
      'select token_hash as hash from sessions',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash } of rows) {
      for (const token of [
        hash.toString('hex'),
        hash.toString('base64url'),
        `cl_${hash.toString('base64url')}`,
      ]) {
        expect((await accounts.request('POST', 'auth/check/', { token })).statusCode).toBe(401);
      }
    }
  });

  it('is in no line of the log when a statement fails, which names the failure instead', async () => {
    const { pool } = database;
    await pool.query(
      `alter table email_verifications add constraint refused check (email not like 'refused%')`,
    );
    await pool.query('alter table images rename to images_away');
    const before = lines.length;
    const { request } = accounts;
    const body = registration('refused-1@people.test');
    expect((await request('POST', 'registration/', { body })).statusCode).toBe(500);
    expect((await request('GET', 'images/one-that-cannot-be-guessed/')).statusCode).toBe(500);
    const written = lines.slice(before).filter((line) => line.includes('request failed'));
    const failures = written.map((line) => JSON.parse(line).err);
    expect(failures).toMatchObject([
      {
        code: '23514',
        message: expect.stringContaining('violates check constraint "refused"'),
        statement: expect.stringContaining('insert into "email_verifications"'),
        stack: expect.stringMatching(/^\s+at /),
      },
      {
        code: '42P01',
        message: 'relation "images" does not exist',
        statement: expect.stringContaining('from "images" where "images"."name" = $1'),
      },
    ]);
    expect(lines.slice(before).join('')).not.toMatch(/refused-1|argon2|guessed|params/);
  });
});
