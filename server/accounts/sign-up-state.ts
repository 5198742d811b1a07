import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { SignUpState } from '#contract/billing/schemas.ts';
import { type Connection, orm } from '../database/orm.ts';
import { users } from '../database/schema/accounts.ts';
import { Refusal } from '../platform/refusal.ts';

/** How far a user is with signing up; an invited user is `active` from the start. */
export async function signUpStateOf(connection: Connection, userId: number): Promise<SignUpState> {
  const [user] = await orm(connection)
    .select({ state: users.state })
    .from(users)
    .where(eq(users.id, userId));
  return (user?.state ?? 'company') as SignUpState;
}

/** The same, locked until the transaction ends, so that two steps at once run one after the other. */
export async function lockSignUpState(client: pg.PoolClient, userId: number): Promise<SignUpState> {
  const [user] = await orm(client)
    .select({ state: users.state })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return (user?.state ?? 'company') as SignUpState;
}

export async function setSignUpState(
  client: pg.PoolClient,
  userId: number,
  state: SignUpState,
): Promise<void> {
  await orm(client).update(users).set({ state }).where(eq(users.id, userId));
}

/** A user who joins another company needs no company of their own to finish signing up. */
export async function skipSignUp(client: pg.PoolClient, userId: number): Promise<void> {
  if ((await lockSignUpState(client, userId)) === 'company')
    await setSignUpState(client, userId, 'active');
}

/**
 * The first company of a new user leads on to the next step. A second one is refused until sign-up is finished, unless
 * the user no longer owns the first.
 */
export async function completeCompanyStep(
  client: pg.PoolClient,
  userId: number,
  next: SignUpState,
): Promise<void> {
  const state = await lockSignUpState(client, userId);
  if (state === 'active') return;
  if (state !== 'company' && (await ownsProject(client, userId))) {
    throw new Refusal(409, { detail: 'You have a company already. Finish signing up first.' });
  }
  await setSignUpState(client, userId, next);
}

/** Completes the sign-up of users who stopped at a step of billing; those who own no company go back to that step. */
export async function finishSignUps(connection: Connection): Promise<void> {
  await connection.query(
    `update users set state = case when exists
       (select from memberships where user_id = users.id and role = 'owner') then 'active' else 'company' end
     where state in ('payment', 'subscription')`,
  );
}

async function ownsProject(client: pg.PoolClient, userId: number): Promise<boolean> {
  const { rows } = await client.query(
    "select from memberships where user_id = $1 and role = 'owner' limit 1",
    [userId],
  );
  return rows.length > 0;
}
