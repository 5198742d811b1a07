import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Subscription, SubscriptionStatus } from '#contract/billing/schemas.ts';
import { dayOf } from '#contract/period.ts';
import { type Connection, orm } from '../database/orm.ts';
import { plans, subscriptions } from '../database/schema/billing.ts';
import { intervalOf } from './plans.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
/** Statuses that open a project; `past_due` because a failed payment is retried first. */
export const openStatuses = ['trialing', 'active', 'past_due', 'manual'];

export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'id' | 'projectId'>>;

/** The subscriptions of these projects, ended ones last. */
export function readSubscriptionsOf(
  connection: Connection,
  projectIds: readonly number[],
): Promise<SubscriptionRow[]> {
  return orm(connection)
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.projectId, [...projectIds]))
    .orderBy(sql`status = 'canceled'`, subscriptions.projectId, subscriptions.id);
}

export async function findSubscription(
  connection: Connection,
  id: number,
): Promise<SubscriptionRow | null> {
  const [row] = await orm(connection).select().from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** The subscription that has not ended. */
export async function liveSubscription(
  connection: Connection,
  projectId: number,
): Promise<SubscriptionRow | null> {
  const [row] = await orm(connection)
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.projectId, projectId), ne(subscriptions.status, 'canceled')));
  return row ?? null;
}

/** Subscriptions without cards whose cycle is over. */
export function dueSubscriptions(connection: Connection, now: Date): Promise<SubscriptionRow[]> {
  return orm(connection)
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'manual'), lte(subscriptions.periodEnd, now)));
}

/** Locks the subscription until the transaction ends. */
export async function lockSubscription(
  client: pg.PoolClient,
  id: number,
): Promise<SubscriptionRow | null> {
  const [row] = await orm(client)
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
    .for('update');
  return row ?? null;
}

export async function insertSubscription(
  connection: Connection,
  row: typeof subscriptions.$inferInsert,
): Promise<SubscriptionRow> {
  const [inserted] = await orm(connection).insert(subscriptions).values(row).returning();
  if (!inserted) throw new Error('The subscription was not created.');
  return inserted;
}

export async function updateSubscription(
  connection: Connection,
  id: number,
  change: SubscriptionChange,
): Promise<SubscriptionRow> {
  const [row] = await orm(connection)
    .update(subscriptions)
    .set(change)
    .where(eq(subscriptions.id, id))
    .returning();
  if (!row) throw new Error('The subscription is gone.');
  return row;
}

/** The number of other projects of this project's owners on a plan. */
export async function countOtherProjects(
  connection: Connection,
  projectId: number,
): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `select count(distinct other.project_id)::int as count
     from memberships mine
     join memberships other on other.user_id = mine.user_id and other.role = 'owner' and other.project_id <> $1
     join subscriptions s on s.project_id = other.project_id and s.status <> 'canceled'
     where mine.project_id = $1 and mine.role = 'owner'`,
    [projectId],
  );
  return rows[0]?.count ?? 0;
}

/** `secret` lets the payer confirm a payment with the bank. */
export async function subscriptionResponses(
  connection: Connection,
  rows: readonly { row: SubscriptionRow; secret: string | null }[],
): Promise<Subscription[]> {
  const named = await orm(connection)
    .select({ id: plans.id, name: plans.name })
    .from(plans)
    .where(inArray(plans.id, [...new Set(rows.map(({ row }) => row.plan))]));
  return rows.map(({ row, secret }) => ({
    id: row.id,
    status: row.status as SubscriptionStatus,
    project: row.projectId,
    plan: {
      id: row.plan,
      name: named.find(({ id }) => id === row.plan)?.name ?? '',
      price: Number(row.price),
      currency: row.currency,
      interval: intervalOf(row),
    },
    current_period_start: dayOf(row.periodStart),
    current_period_end: dayOf(row.periodEnd),
    cancel_at_period_end: row.cancelAtPeriodEnd,
    requires_action: secret === null ? null : { client_secret: secret },
  }));
}
