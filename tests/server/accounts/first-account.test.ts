import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { SignUpRule } from '#server/accounts/sign-up-gate.ts';
import { applyUserCommand } from '#server/accounts/user-change.ts';
import {
  type AccountsApp,
  freshEmail,
  password,
  registration,
  startAccountsApp,
} from './accounts-app.ts';
import { startDatabase } from './test-app.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function emptyInstallation(rule: SignUpRule, verifiesEmail = false) {
  const { pool, stop } = await startDatabase();
  stops.push(stop);
  const accounts = await startAccountsApp(pool, { rule, verifiesEmail });
  stops.push(() => accounts.app.close());
  return { pool, accounts };
}

const signUp = ({ request }: AccountsApp, email = freshEmail()) =>
  request('POST', 'registration/', { body: registration(email) });

const superusersIn = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query('select email from users where is_superuser');
  return rows.map(({ email }) => email);
};
const countIn = async (pool: pg.Pool): Promise<number> =>
  (await pool.query('select from users')).rowCount ?? 0;

describe('the first account of an installation', () => {
  it('is superuser, and closes the sign-up behind it', async () => {
    const { pool, accounts } = await emptyInstallation('first');
    const first = await signUp(accounts);
    expect([first.statusCode, first.json().is_superuser]).toEqual([201, true]);
    const second = await signUp(accounts);
    expect([second.statusCode, second.json()]).toEqual([
      403,
      { detail: 'Sign-up is closed here. Ask for an invite.' },
    ]);
    expect(await countIn(pool)).toBe(1);
    const { rows } = await pool.query(
      `select details from audit_entries where action = 'account.created'`,
    );
    expect(rows).toEqual([{ details: { isSuperuser: true } }]);
  });

  it('of twenty at once is the only one', async () => {
    const { pool, accounts } = await emptyInstallation('first');
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(accounts)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 403)).toHaveLength(19);
    expect([await countIn(pool), (await superusersIn(pool)).length]).toEqual([1, 1]);
  });

  it('is the only superuser of twenty at once where everybody may sign up', async () => {
    const { pool, accounts } = await emptyInstallation('open');
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(accounts)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const flagged = answers.filter((answer) => answer.json().is_superuser);
    expect(flagged.map((answer) => answer.json().email)).toEqual(await superusersIn(pool));
    expect(flagged).toHaveLength(1);
  });

  it('is not made by signing up where SIGN_UP forbids that', async () => {
    const { pool, accounts } = await emptyInstallation('closed');
    expect((await signUp(accounts)).statusCode).toBe(403);
    expect(await countIn(pool)).toBe(0);
  });

  it('belongs to the first of two who follow their mailed links', async () => {
    const { pool, accounts } = await emptyInstallation('first', true);
    const emails = [freshEmail(), freshEmail()];
    for (const email of emails) expect((await signUp(accounts, email)).statusCode).toBe(202);
    const follow = (email: string) => {
      const body = { token: accounts.mailbox.secretFor(email), password };
      return accounts.request('POST', 'verify-email/', { body });
    };
    const answers = await Promise.all(emails.map(follow));
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, 403]);
    expect([await countIn(pool), (await superusersIn(pool)).length]).toEqual([1, 1]);
  });

  it('may come from the command line', async () => {
    const { pool, accounts } = await emptyInstallation('first');
    const plain = { password: null, isSuperuser: false, isDebug: false };
    const output = await applyUserCommand(pool, { ...plain, email: 'root@people.test' });
    expect(output).toMatch(/first account.*Password: \S{16}$/);
    await applyUserCommand(pool, { ...plain, email: 'second@people.test' });
    expect(await superusersIn(pool)).toEqual(['root@people.test']);
    expect((await signUp(accounts)).statusCode).toBe(403);
  });
});
