import type pg from 'pg';
import type Stripe from 'stripe';
import type { SubscriptionStatus } from '#contract/billing/schemas.ts';
import type { Connection } from '../database/orm.ts';
import { fromUnits } from './stripe-money.ts';

/** The objects that are read along with a subscription. */
export const expandedFields = ['latest_invoice.confirmation_secret'];

/** A subscription as it was read, with the number of the read. */
export type StripeSnapshot = { number: string; seen: Stripe.Subscription };

/**
 * Reads a subscription from Stripe. The number is taken before the read, so that a read with a higher number is at
 * least as recent.
 */
export async function readSnapshot(
  pool: pg.Pool,
  ask: () => Promise<Stripe.Subscription>,
): Promise<StripeSnapshot> {
  const number = await nextLook(pool);
  return { number, seen: await ask() };
}

async function nextLook(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ number: string }>("select nextval('stripe_looks') as number");
  return rows[0]?.number ?? '0';
}

/** Stores a snapshot unless a later one was stored already. */
export async function storeSnapshot(
  connection: Connection,
  { number, seen }: StripeSnapshot,
  subscriptionId?: number,
): Promise<void> {
  const [item] = seen.items.data;
  if (!item) throw new Error('A subscription of Stripe has no plan.');
  const { price } = item;
  const seconds = (time: number) => new Date(time * 1_000);
  await connection.query(
    `update subscriptions set stripe_id = $1, look = $2, status = $3,
       plan = coalesce((select id from plans where id = $4), plan), price = $5, currency = $6, interval = $7,
       anchor = $8, period_start = $9, period_end = $10, cancel_at_period_end = $11
     where (stripe_id = $1 or (stripe_id is null and id = $12)) and look < $2`,
    [
      seen.id,
      number,
      statusOf(seen.status),
      planIn(price),
      fromUnits(price.unit_amount ?? 0, price.currency),
      price.currency.toUpperCase(),
      price.recurring?.interval === 'year' ? 'year' : 'month',
      seconds(seen.billing_cycle_anchor),
      seconds(item.current_period_start),
      seconds(item.current_period_end),
      seen.cancel_at_period_end,
      subscriptionId ?? null,
    ],
  );
}

/** The plan that a price was made for; its label can be edited at Stripe. */
const planIn = ({ metadata: { plan = '' } }: Stripe.Price): number | null =>
  /^\d{1,9}$/.test(plan) ? Number(plan) : null;

/** The secret with which the payer confirms a payment that waits for the bank. */
export function secretOf({ status, pending_update, latest_invoice }: Stripe.Subscription) {
  const waits = status === 'incomplete' || status === 'past_due' || pending_update !== null;
  if (!waits || latest_invoice === null || typeof latest_invoice === 'string') return null;
  return latest_invoice.confirmation_secret?.client_secret ?? null;
}

const statuses = ['trialing', 'active', 'past_due', 'incomplete', 'unpaid', 'canceled'] as const;

/** An unknown status opens nothing. */
function statusOf(status: Stripe.Subscription['status']): SubscriptionStatus {
  if (status === 'incomplete_expired') return 'canceled';
  return statuses.find((one) => one === status) ?? 'unpaid';
}
