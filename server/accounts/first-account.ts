import type pg from 'pg';
import { type Connection, orm } from '../database/orm.ts';
import { users } from '../database/schema/accounts.ts';

/** An arbitrary number, the same in every process that creates accounts. */
const firstAccountLock = 7_310_443;

export async function hasAccounts(connection: Connection): Promise<boolean> {
  const found = await orm(connection).select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}

/** Whether this transaction creates the first account; others that might wait until it ends. */
export async function isFirstAccount(client: pg.PoolClient): Promise<boolean> {
  if (await hasAccounts(client)) return false;
  await client.query('select pg_advisory_xact_lock($1)', [firstAccountLock]);
  return !(await hasAccounts(client));
}
