import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { emailSchema } from '#contract/session.ts';
import { type Connection, inTransaction, orm } from '../database/orm.ts';
import { sessions, users } from '../database/schema.ts';
import type { Hasher } from './hasher.ts';

export type User = typeof users.$inferSelect;

export type NewUser = {
  email: string;
  password: string;
  firstName?: string;
  lastName?: string;
  timezone?: string | null;
  isSuperuser?: boolean;
  isDebug?: boolean;
};

/** Throws a duplicate-key error when the address has an account. */
export async function createUser(
  connection: Connection,
  hasher: Hasher,
  { email, password, ...rest }: NewUser,
): Promise<User> {
  const passwordHash = await hasher.hash(password);
  const [user] = await orm(connection)
    .insert(users)
    .values({ email: emailSchema.parse(email), passwordHash, ...rest })
    .returning();
  if (!user) throw new Error('The user was not created.');
  return user;
}

/** `email` in its normal form, as `emailSchema` makes it. */
export async function findUserByEmail(connection: Connection, email: string): Promise<User | null> {
  const [user] = await orm(connection).select().from(users).where(eq(users.email, email));
  return user ?? null;
}

export async function readUser(connection: Connection, id: number): Promise<User | null> {
  const [user] = await orm(connection).select().from(users).where(eq(users.id, id));
  return user ?? null;
}

export async function flagUser(
  connection: Connection,
  id: number,
  flags: { isSuperuser?: boolean; isDebug?: boolean },
): Promise<void> {
  if (Object.keys(flags).length === 0) return;
  await orm(connection).update(users).set(flags).where(eq(users.id, id));
}

/** A new password ends every session of the person. */
export async function setPassword(
  pool: pg.Pool,
  hasher: Hasher,
  id: number,
  password: string,
): Promise<void> {
  const passwordHash = await hasher.hash(password);
  await inTransaction(pool, async (client) => {
    await orm(client).update(users).set({ passwordHash }).where(eq(users.id, id));
    await orm(client).delete(sessions).where(eq(sessions.userId, id));
  });
}
