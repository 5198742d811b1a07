import type pg from 'pg';
import type { Access } from '../access/access.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { findSubscription, liveSubscription, type SubscriptionRow } from './subscriptions.ts';

/** A subscription of the caller's projects. */
export async function seenSubscription(
  pool: pg.Pool,
  access: Access,
  id: number,
  capability: 'subscription.see' | 'billing.change',
): Promise<SubscriptionRow> {
  const row = await findSubscription(pool, id);
  if (!row) throw notFound();
  requireCapability(memberOf(access, row.projectId), capability);
  return row;
}

/** The subscription that the project has now. */
export async function subscriptionOfProject(
  pool: pg.Pool,
  access: Access,
  projectId: number | undefined,
): Promise<SubscriptionRow> {
  if (projectId === undefined) throw invalid('project_id', 'Name the project.');
  requireCapability(memberForInput(access, projectId), 'subscription.see');
  const row = await liveSubscription(pool, projectId);
  if (!row) throw new Refusal(404, { detail: 'No subscription.' });
  return row;
}
