import type pg from 'pg';
import type { Billing, SubscriptionStatus } from '#contract/billing/schemas.ts';
import { dayOf } from '#contract/period.ts';
import type { Access } from '../access/access.ts';
import { isAllowed, memberOf } from '../access/require-capability.ts';
import type { Gateway } from './gateway.ts';
import { findPlan } from './plans.ts';
import type { SubscriptionRow } from './subscriptions.ts';
import { projectedUsage, type Usage, usageWarningOf } from './usage.ts';

export type BillingDependencies = {
  pool: pg.Pool;
  now: () => Date;
  /** The gateway of an existing subscription. */
  gatewayOf: (row: SubscriptionRow) => Gateway;
  usage: Usage;
  /** Whether the limits of plans are shown. */
  hasLimits: boolean;
};

/** The state, usage and payment of a subscription; card and invoice are shown to the payers alone. */
export async function billingOf(
  { pool, now, gatewayOf, usage, hasLimits }: BillingDependencies,
  access: Access,
  row: SubscriptionRow,
): Promise<Billing> {
  const { row: current } = await gatewayOf(row).look(row);
  const cycle = { start: current.periodStart, end: current.periodEnd };
  const pays = isAllowed(memberOf(access, row.projectId), 'billing.change');
  const [plan, counted, payment] = await Promise.all([
    findPlan(pool, current.plan),
    usage([{ projectId: row.projectId, ...cycle }]),
    pays ? gatewayOf(current).payment(current) : hidden,
  ]);
  const used = counted.get(row.projectId) ?? 0;
  const limit = hasLimits ? (plan?.eventsLimit ?? null) : null;
  return {
    subscription: current.id,
    status: current.status as SubscriptionStatus,
    plan: current.plan,
    current_period_start: dayOf(cycle.start),
    current_period_end: dayOf(cycle.end),
    cancel_at_period_end: current.cancelAtPeriodEnd,
    events_used: used,
    events_limit: limit,
    events_projected: projectedUsage(used, cycle, now()),
    usage_warning: usageWarningOf(used, limit),
    ...payment,
  };
}

const hidden = { card: null, billing_email: null, next_invoice: null };
