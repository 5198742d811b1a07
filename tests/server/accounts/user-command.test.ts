import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#server/accounts/sessions.ts';
import { applyUserCommand } from '#server/accounts/user-change.ts';
import { findUserByEmail } from '#server/accounts/users.ts';
import { projectRoot } from '#server/platform/project-root.ts';
import { type OwnDatabase, startApp, startOwnDatabase } from './test-app.ts';

const email = 'root@acme.test';
const plain = { email, password: null, isSuperuser: false, isDebug: false };

let database: OwnDatabase;

beforeAll(async () => {
  database = await startOwnDatabase();
});
afterAll(() => database?.stop());

describe('the user command', () => {
  it('creates an account whose password is shown once and works', async () => {
    const output = await applyUserCommand(database.pool, { ...plain, isSuperuser: true });
    const password = /Password: (\S{16})$/.exec(output)?.[1];
    const app = await startApp(database.pool);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/token/',
      payload: { email, password },
    });
    expect(answer.json()).toMatchObject({ email, is_superuser: true, is_debug: false });
    await app.close();
  });

  it('adds flags to an account and removes none', async () => {
    const before = await findUserByEmail(database.pool, email);
    await applyUserCommand(database.pool, { ...plain, isDebug: true });
    const after = await findUserByEmail(database.pool, email);
    expect(after).toEqual({ ...before, isDebug: true });
  });

  it('sets a password and ends every session of the person', async () => {
    const user = await findUserByEmail(database.pool, email);
    if (!user) throw new Error('The account is missing.');
    await openSession(database.pool, user.id, { now: new Date(), userAgent: '' });
    await applyUserCommand(database.pool, { ...plain, password: 'another good phrase' });
    const { rowCount } = await database.pool.query('select from sessions where user_id = $1', [
      user.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('refuses a weak password and changes nothing', async () => {
    const before = await findUserByEmail(database.pool, email);
    await expect(
      applyUserCommand(database.pool, { ...plain, password: 'short', isDebug: false }),
    ).rejects.toThrow('Use at least 10 characters.');
    expect(await findUserByEmail(database.pool, email)).toEqual(before);
  });
});

describe('the program', () => {
  async function run(dataDir: string, args: string[], input = '') {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'server/accounts/user-command.ts', ...args],
      {
        cwd: projectRoot,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
      },
    );
    child.stdin.end(input);
    const message = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'exit');
    const [out, err] = await message;
    return { code, out: out.trim(), err: err.trim() };
  }

  it('works beside an app that runs on the same directory', async () => {
    const message = await run(
      database.path,
      ['Beside@Acme.test', '--debug', '--password-stdin'],
      'a phrase from the pipe\n',
    );
    expect(message).toEqual({ code: 0, out: 'beside@acme.test was created.', err: '' });
    expect(await findUserByEmail(database.pool, 'beside@acme.test')).toMatchObject({
      isDebug: true,
      isSuperuser: false,
    });
  });

  it('works without a running app, in a new directory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clickledger-user-'));
    const message = await run(join(folder, 'data'), ['first@acme.test', '--superuser']);
    expect(message).toMatchObject({ code: 0, err: '' });
    expect(message.out).toMatch(
      /^first@acme\.test was created\. It is the first account and is superuser\. Password: \S{16}$/,
    );
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['no address', [], /^Usage: npm run user/],
    ['two addresses', ['a@b.test', 'c@d.test'], /^Usage: npm run user/],
    ['something else than an address', ['ana'], /^"ana" is not an e-mail address/],
    ['an option that there is not', ['a@b.test', '--admin'], /--admin/],
  ])('prints its usage when given %s', async (_, args, sentence) => {
    const { code, err } = await run('/nonexistent', args);
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/at .*:\d+:\d+/);
  });
});
