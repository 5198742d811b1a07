import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { Billing } from '#contract/billing/schemas.ts';
import { type Connection, orm } from '../database/orm.ts';
import { billingAccounts } from '../database/schema/billing.ts';

export type BillingAccount = typeof billingAccounts.$inferSelect;

export async function readAccount(
  connection: Connection,
  projectId: number,
): Promise<BillingAccount | null> {
  const [account] = await orm(connection)
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.projectId, projectId));
  return account ?? null;
}

/** Card setups under way, by project. */
export async function readOpenIntents(
  connection: Connection,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, { id: string; client_secret: string; status: string }>> {
  const { rows } = await connection.query<{ project: number; id: string; secret: string }>(
    `select project_id as project, setup_intent as id, setup_secret as secret from billing_accounts
     where project_id = any($1) and setup_intent is not null`,
    [projectIds],
  );
  return new Map(
    rows.map(({ project, id, secret }) => [
      project,
      { id, client_secret: secret, status: 'requires_payment_method' },
    ]),
  );
}

/** The account of a project; of two creations at once one wins. */
export async function openAccount(
  connection: Connection,
  projectId: number,
  { customerId, email }: Pick<BillingAccount, 'customerId' | 'email'>,
): Promise<BillingAccount> {
  await orm(connection)
    .insert(billingAccounts)
    .values({ projectId, customerId, email })
    .onConflictDoNothing({ target: billingAccounts.projectId });
  const account = await readAccount(connection, projectId);
  if (!account) throw new Error('The billing account was not opened.');
  return account;
}

export async function storeIntent(
  connection: Connection,
  projectId: number,
  { id, secret }: { id: string; secret: string },
): Promise<void> {
  await orm(connection)
    .update(billingAccounts)
    .set({ setupIntent: id, setupSecret: secret })
    .where(eq(billingAccounts.projectId, projectId));
}

/** Ends a card setup; false when it has ended already. */
export async function storeMethod(
  client: pg.PoolClient,
  projectId: number,
  { intent, method, card }: { intent: string; method: string; card: Billing['card'] },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update billing_accounts set setup_intent = null, setup_secret = null, payment_method = $3, card = $4
     where project_id = $1 and setup_intent = $2`,
    [projectId, intent, method, JSON.stringify(card)],
  );
  return rowCount === 1;
}
