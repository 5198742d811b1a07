import type { FastifyInstance } from 'fastify';
import type { Subscription } from '#contract/billing/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Access } from '../access/access.ts';
import {
  isAllowed,
  memberForInput,
  memberOf,
  requireCapability,
} from '../access/require-capability.ts';
import { lockSignUpState, setSignUpState, signUpStateOf } from '../accounts/sign-up-state.ts';
import {
  type AuditEvent,
  type AuditedCall,
  authorOf,
  hasAuditEntry,
  recordAuditEntry,
} from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { type BillingDependencies, billingOf } from './billing-answer.ts';
import { setDeletionEndedSubscription } from './deletion-ends-subscription.ts';
import type { Gateway, SubscriptionState } from './gateway.ts';
import { choosablePlan, otherPlan } from './plan-choice.ts';
import { findPlan } from './plans.ts';
import { seenSubscription, subscriptionOfProject } from './seen-subscription.ts';
import { lockSubscription, readSubscriptionsOf, subscriptionResponses } from './subscriptions.ts';

export type SubscriptionDependencies = BillingDependencies & {
  /** The gateway of new subscriptions. */
  gateway: Gateway;
  idempotent: Idempotent;
};

/** The subscriptions of projects. */
export function subscriptionRoutes(
  app: FastifyInstance,
  dependencies: SubscriptionDependencies,
): void {
  const { pool, now, gateway, gatewayOf, idempotent } = dependencies;

  /** Recorded after the action, because actions at Stripe are not part of our transactions. */
  const recordAudit = ({ access, request }: AuditedCall, auditEvent: AuditEvent) =>
    inTransaction(pool, (client) =>
      recordAuditEntry(client, authorOf(access, request), now(), auditEvent),
    );

  serve(app, endpoints.listSubscriptions, async ({ access: { memberships } }) => {
    const seen = memberships.filter((one) => isAllowed(one, 'subscription.see'));
    const rows = await readSubscriptionsOf(
      pool,
      seen.map(({ projectId }) => projectId),
    );
    const states = rows.map(async (row) => {
      if (row.status !== 'manual') return { row, secret: null };
      return gatewayOf(row).look(row);
    });
    return subscriptionResponses(pool, await Promise.all(states));
  });

  serve(app, endpoints.createSubscription, async (call) => {
    const { access, body } = call;
    requireCapability(memberForInput(access, body.project), 'billing.change');
    return idempotent(call, async () => {
      const state = await signUpStateOf(pool, access.userId);
      if (state === 'company' || state === 'payment') {
        throw new Refusal(409, { detail: 'Confirm the payment first.' });
      }
      const plan = await choosablePlan(pool, body.plan, body.project);
      const result = await gateway.subscribe(body.project, plan);
      await inTransaction(pool, async (client) => {
        const held = await lockSignUpState(client, access.userId);
        if (held === 'subscription') await setSignUpState(client, access.userId, 'active');
        await lockSubscription(client, result.row.id);
        const auditEvent: AuditEvent = {
          action: 'subscription.created',
          project: body.project,
          target: plan.name,
          details: { subscription: result.row.id },
        };
        /** Repeating a subscription answers the present one. */
        if (!(await hasAuditEntry(client, auditEvent)))
          await recordAuditEntry(client, authorOf(access, call.request), now(), auditEvent);
      });
      return answerOf(result);
    });
  });

  serve(app, endpoints.readSubscription, async ({ access, params: { id } }) => {
    const row = await seenSubscription(pool, access, id, 'subscription.see');
    return answerOf(await gatewayOf(row).look(row), access);
  });

  serve(app, endpoints.changeSubscription, async (call) => {
    const { plan: planId, cancel_at_period_end: isEnding = false, proration_at: at } = call.body;
    const row = await seenSubscription(pool, call.access, call.params.id, 'billing.change');
    const its = gatewayOf(row);
    const about = { project: row.projectId };
    if (planId === undefined) {
      const result = await its.end(row, isEnding);
      await setDeletionEndedSubscription(pool, row.projectId, false);
      const action = isEnding ? 'subscription.cancelled' : 'subscription.resumed';
      await recordAudit(call, { action, ...about, target: await nameOf(row.plan) });
      return answerOf(result);
    }
    const plan = await otherPlan(pool, row, planId);
    const result = await its.change(row, plan, at === undefined ? null : new Date(at));
    const details = { from: await nameOf(row.plan) };
    await recordAudit(call, {
      action: 'subscription.changed',
      ...about,
      target: plan.name,
      details,
    });
    return answerOf(result);
  });

  serve(app, endpoints.previewSubscription, async ({ access, params: { id }, body }) => {
    const row = await seenSubscription(pool, access, id, 'billing.change');
    return gatewayOf(row).preview(row, await otherPlan(pool, row, body.plan));
  });

  serve(app, endpoints.subscriptionBilling, async ({ access, params: { id }, query }) => {
    const row =
      id === 'selected_project_subscription'
        ? await subscriptionOfProject(pool, access, query.project_id)
        : await seenSubscription(pool, access, id, 'subscription.see');
    return billingOf(dependencies, access, row);
  });

  const nameOf = async (planId: number) => (await findPlan(pool, planId))?.name ?? '';

  /** Card and pending payment are shown to the payers alone. */
  async function answerOf(
    { row, secret }: SubscriptionState,
    access?: Access,
  ): Promise<Subscription> {
    const pays = !access || isAllowed(memberOf(access, row.projectId), 'billing.change');
    const [answer] = await subscriptionResponses(pool, [{ row, secret: pays ? secret : null }]);
    if (!answer) throw notFound();
    return answer;
  }
}
