import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { newPlanSchema, Plan, planChangeSchema } from '#contract/billing/schemas.ts';
import { type Connection, orm } from '../database/orm.ts';
import { plans } from '../database/schema/billing.ts';
import type { Interval } from './cycle.ts';

export type PlanRow = typeof plans.$inferSelect;

/** The plans on offer, or all; the cheapest first. */
export function readPlans(connection: Connection, { all }: { all: boolean }): Promise<PlanRow[]> {
  return orm(connection)
    .select()
    .from(plans)
    .where(all ? undefined : eq(plans.isOffered, true))
    .orderBy(asc(plans.price), asc(plans.id));
}

export async function findPlan(connection: Connection, id: number): Promise<PlanRow | null> {
  const [plan] = await orm(connection).select().from(plans).where(eq(plans.id, id));
  return plan ?? null;
}

export async function createPlan(
  connection: Connection,
  values: z.output<typeof newPlanSchema>,
): Promise<PlanRow> {
  const { name, price, currency, interval, features } = values;
  const [plan] = await orm(connection)
    .insert(plans)
    .values({ name, price: `${price}`, currency, interval, features, ...columnsOf(values) })
    .returning();
  if (!plan) throw new Error('The plan was not created.');
  return plan;
}

/** Null when there is no such plan. A plan with another price needs a new price at Stripe. */
export async function changePlan(
  connection: Connection,
  id: number,
  change: z.output<typeof planChangeSchema>,
): Promise<PlanRow | null> {
  const isRepriced = ['name', 'price', 'currency', 'interval'].some((key) => key in change);
  const { name, price, currency, interval, features } = change;
  const values = Object.entries({
    name,
    currency,
    interval,
    features,
    ...columnsOf(change),
    price: price === undefined ? undefined : `${price}`,
    stripePrice: isRepriced ? null : undefined,
  }).filter(([, value]) => value !== undefined);
  if (values.length === 0) return findPlan(connection, id);
  const [plan] = await orm(connection)
    .update(plans)
    .set(Object.fromEntries(values))
    .where(eq(plans.id, id))
    .returning();
  return plan ?? null;
}

/** Stores Stripe's id of a plan's price, unless the plan was changed meanwhile. */
export async function storeStripePrice(
  connection: Connection,
  { id, price, currency, interval }: PlanRow,
  stripePrice: string,
): Promise<void> {
  await connection.query(
    'update plans set stripe_price = $5 where id = $1 and price = $2 and currency = $3 and interval = $4',
    [id, price, currency, interval, stripePrice],
  );
}

const columnsOf = (values: z.output<typeof planChangeSchema>) => ({
  eventsLimit: values.events_limit,
  projectsLimit: values.projects_limit,
  isOffered: values.is_offered,
});

export const intervalOf = ({ interval }: { interval: string }): Interval =>
  interval === 'year' ? 'year' : 'month';

export const planResponse = (plan: PlanRow): Plan => ({
  id: plan.id,
  name: plan.name,
  price: Number(plan.price),
  currency: plan.currency,
  interval: intervalOf(plan),
  events_limit: plan.eventsLimit,
  projects_limit: plan.projectsLimit,
  features: plan.features,
  is_offered: plan.isOffered,
});
