import { and, eq, gt, lte } from 'drizzle-orm';
import type pg from 'pg';
import { recordAuditEntry } from '../audit/audit-log.ts';
import { type Connection, inTransaction, orm } from '../database/orm.ts';
import { passwordResets, users } from '../database/schema/accounts.ts';
import { digestOf, isSecret, newSecret } from './secret.ts';
import { findUserByEmail, setPasswordHash, type User } from './users.ts';

const validFor = 45 * 60_000;

/**
 * Stores a reset link for an address, whether or not it has an account, and answers its secret. Expired links are
 * deleted.
 */
export async function storeReset(
  connection: Connection,
  email: string,
  now: Date,
): Promise<string> {
  const token = newSecret('cr');
  await orm(connection).delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  await orm(connection)
    .insert(passwordResets)
    .values({
      email,
      tokenHash: digestOf(token),
      expiresAt: new Date(now.getTime() + validFor),
    });
  return token;
}

/** The user of a link, without using it up. */
export async function ownerOfReset(
  connection: Connection,
  token: string,
  now: Date,
): Promise<User | null> {
  if (!isSecret('cr', token)) return null;
  const [row] = await orm(connection)
    .select({ user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.email, passwordResets.email))
    .where(isLive(token, now));
  return row?.user ?? null;
}

/** Sets the password and uses the link up; answers whether the link still worked. */
export async function resetPassword(
  pool: pg.Pool,
  token: string,
  passwordHash: string,
  { now, network }: { now: Date; network: string },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const [taken] = await orm(client).delete(passwordResets).where(isLive(token, now)).returning();
    const found = taken && (await findUserByEmail(client, taken.email));
    if (!found) return false;
    const { id: user, email: target } = found;
    await setPasswordHash(client, user, passwordHash);
    const author = { userId: user, token: null, network };
    await recordAuditEntry(client, author, now, { action: 'password.reset', user, target });
    return true;
  });
}

const isLive = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, digestOf(token)), gt(passwordResets.expiresAt, now));
