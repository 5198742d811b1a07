import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { emailSchema } from '#contract/accounts/session.ts';
import { type Connection, orm, within } from '../database/orm.ts';
import {
  emailVerifications,
  passwordResets,
  sessions,
  users,
} from '../database/schema/accounts.ts';
import type { Hasher } from './hasher.ts';

export type User = typeof users.$inferSelect;

type AboutUser = {
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string | null;
  /** The step of sign-up the user has reached. */
  state?: string;
  timezone?: string | null;
  isSuperuser?: boolean;
  isDebug?: boolean;
};
export type NewUser = AboutUser & { password: string };

/** Throws a duplicate-key error when the address has an account. */
export async function createUser(
  connection: Connection,
  hasher: Hasher,
  { password, ...about }: NewUser,
): Promise<User> {
  return insertUser(connection, { ...about, passwordHash: await hasher.hash(password) });
}

/** The same for a password that is hashed already. */
export async function insertUser(
  connection: Connection,
  { email, ...rest }: AboutUser & { passwordHash: string },
): Promise<User> {
  const [user] = await orm(connection)
    .insert(users)
    .values({ email: emailSchema.parse(email), ...rest })
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

/** A new password ends every session of the person, and mailed links to set another. */
export async function setPassword(
  connection: Connection,
  hasher: Hasher,
  id: number,
  password: string,
): Promise<void> {
  const passwordHash = await hasher.hash(password);
  await within(connection, (client) => setPasswordHash(client, id, passwordHash));
}

export async function setPasswordHash(
  client: pg.PoolClient,
  id: number,
  passwordHash: string,
): Promise<void> {
  const { email } = await lockUser(client, id);
  await orm(client).update(users).set({ passwordHash }).where(eq(users.id, id));
  await orm(client).delete(sessions).where(eq(sessions.userId, id));
  await orm(client).delete(passwordResets).where(eq(passwordResets.email, email));
}

/** Throws a duplicate-key error when the address has an account. Links mailed to the old one no longer work. */
export async function setEmail(client: pg.PoolClient, id: number, email: string): Promise<void> {
  const former = await lockUser(client, id);
  await orm(client).update(users).set({ email }).where(eq(users.id, id));
  await orm(client).delete(passwordResets).where(eq(passwordResets.email, former.email));
  await orm(client).delete(emailVerifications).where(eq(emailVerifications.userId, id));
}

type Changeable =
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'timezone'
  | 'locale'
  | 'emailNotifications'
  | 'image';
export type UserChange = { [Field in Changeable]?: User[Field] | undefined };

/** Locks the user until the transaction ends. */
export async function lockUser(client: pg.PoolClient, id: number): Promise<User> {
  const [user] = await orm(client).select().from(users).where(eq(users.id, id)).for('update');
  if (!user) throw new Error('There is no such person.');
  return user;
}

export async function changeUser(
  client: pg.PoolClient,
  before: User,
  change: UserChange,
): Promise<User> {
  if (Object.values(change).every((value) => value === undefined)) return before;
  const [user] = await orm(client)
    .update(users)
    .set(change)
    .where(eq(users.id, before.id))
    .returning();
  return user ?? before;
}
