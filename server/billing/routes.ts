import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Billing, Subscription, SubscriptionStatus } from '#contract/billing/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Access } from '../access/access.ts';
import { requiredToken } from '../access/authentication.ts';
import {
  isAllowed,
  memberForInput,
  memberOf,
  requireCapability,
} from '../access/require-capability.ts';
import { sessionResponse } from '../accounts/session-response.ts';
import { lockSignUpState, setSignUpState, signUpStateOf } from '../accounts/sign-up-state.ts';
import { readUser } from '../accounts/users.ts';
import {
  type AuditEvent,
  authorOf,
  hasAuditEntry,
  recordAuditEntry,
  withAudit,
} from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { forbidden, invalid, notFound, Refusal } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { dayOf } from './cycle.ts';
import { setDeletionEndedSubscription } from './deletion-ends-subscription.ts';
import { type Gateway, nothingToConfirm, type SubscriptionState } from './gateway.ts';
import { settleInvoice } from './invoices.ts';
import { changePlan, createPlan, findPlan, planResponse, readPlans } from './plans.ts';
import {
  countOtherProjects,
  findSubscription,
  liveSubscription,
  lockSubscription,
  readSubscriptionsOf,
  type SubscriptionRow,
  subscriptionResponses,
} from './subscriptions.ts';
import { projectedUsage, type Usage, usageWarningOf } from './usage.ts';

export type BillingDependencies = {
  pool: pg.Pool;
  now: () => Date;
  /** The gateway of new subscriptions. */
  gateway: Gateway;
  /** The gateway of an existing subscription. */
  gatewayOf: (row: SubscriptionRow) => Gateway;
  usage: Usage;
  /** Whether the limits of plans are shown. */
  hasLimits: boolean;
  idempotent: Idempotent;
};

/** Plans, subscriptions and payment methods. */
export function billingRoutes(app: FastifyInstance, dependencies: BillingDependencies): void {
  const { pool, now, gateway, gatewayOf, usage, hasLimits, idempotent } = dependencies;

  serve(app, endpoints.listPlans, async ({ access }) =>
    (await readPlans(pool, { all: access.isSuperuser })).map(planResponse),
  );

  const audited = withAudit(pool, now);
  /** Recorded after the action, because actions at Stripe are not part of our transactions. */
  const recordAudit = ({ access, request }: AuditedCall, auditEvent: AuditEvent) =>
    inTransaction(pool, (client) =>
      recordAuditEntry(client, authorOf(access, request), now(), auditEvent),
    );

  serve(app, endpoints.createPlan, async (call) => {
    const { access, body } = call;
    requireSuperuser(access);
    return idempotent(call, (keep) =>
      audited(call, async (client, recordInAudit) => {
        const plan = planResponse(await createPlan(client, body));
        await keep(client, plan);
        const about = { user: access.userId, target: plan.name };
        await recordInAudit({ action: 'plan.created', ...about, details: body });
        return plan;
      }),
    );
  });

  serve(app, endpoints.changePlan, async (call) => {
    const { access, body, params } = call;
    requireSuperuser(access);
    return audited(call, async (client, recordInAudit) => {
      const plan = await changePlan(client, params.id, body);
      if (!plan) throw notFound();
      const about = { user: access.userId, target: plan.name };
      await recordInAudit({ action: 'plan.changed', ...about, details: body });
      return planResponse(plan);
    });
  });

  serve(app, endpoints.createSetupIntent, async (call) => {
    const { access, body } = call;
    const membership = memberForInput(access, body.project);
    requireCapability(membership, 'billing.change');
    const user = await readUser(pool, access.userId);
    const payer = { projectId: body.project, name: membership.name, email: user?.email ?? '' };
    return idempotent(call, () => gateway.openCard(payer));
  });

  serve(app, endpoints.confirmPaymentInfo, async (call) => {
    const { access, params, body, request } = call;
    const { id } = params;
    const { role, name } = memberOf(access, id);
    if (role !== 'owner') throw forbidden('Only the owner of the company can do this.');
    await gateway.keepCard(id, body, async (client) => {
      const state = await lockSignUpState(client, access.userId);
      if (state === 'payment') await setSignUpState(client, access.userId, 'subscription');
      else if (!gateway.takesCards || state === 'company') throw nothingToConfirm();
      if (!gateway.takesCards) return;
      const auditEvent = { action: 'payment-method.changed', project: id, target: name } as const;
      await recordAuditEntry(client, authorOf(access, request), now(), auditEvent);
    });
    return sessionResponse(pool, access, requiredToken(request));
  });

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
      const plan = await choosable(body.plan, body.project);
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
    const row = await find(access, id, 'subscription.see');
    return answerOf(await gatewayOf(row).look(row), access);
  });

  serve(app, endpoints.changeSubscription, async (call) => {
    const { plan: planId, cancel_at_period_end: isEnding = false, proration_at: at } = call.body;
    const row = await find(call.access, call.params.id, 'billing.change');
    const its = gatewayOf(row);
    const about = { project: row.projectId };
    if (planId === undefined) {
      const result = await its.end(row, isEnding);
      await setDeletionEndedSubscription(pool, row.projectId, false);
      const action = isEnding ? 'subscription.cancelled' : 'subscription.resumed';
      await recordAudit(call, { action, ...about, target: await nameOf(row.plan) });
      return answerOf(result);
    }
    const plan = await another(row, planId);
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
    const row = await find(access, id, 'billing.change');
    return gatewayOf(row).preview(row, await another(row, body.plan));
  });

  serve(app, endpoints.subscriptionBilling, async ({ access, params: { id }, query }) => {
    const row =
      id === 'selected_project_subscription'
        ? await ofProject(access, query.project_id)
        : await find(access, id, 'subscription.see');
    return billingOf(access, row);
  });

  serve(app, endpoints.subscriptionInvoices, async ({ access, query: { subscription: id } }) => {
    const row = await findSubscription(pool, id);
    requireCapability(memberForInput(access, row?.projectId ?? -1), 'billing.change');
    if (!row) throw forbidden();
    const { row: current } = await gatewayOf(row).look(row);
    return gatewayOf(current).invoices(current);
  });

  serve(app, endpoints.changeInvoice, async (call) => {
    const { access, params, body } = call;
    requireSuperuser(access);
    return audited(call, async (client, recordInAudit) => {
      const settled = await settleInvoice(client, Number(params.id), body.status);
      if (!settled) throw notFound();
      const { invoice, project, isNew } = settled;
      const action = body.status === 'paid' ? 'invoice.paid' : 'invoice.voided';
      const { number, amount, currency } = invoice;
      if (isNew)
        await recordInAudit({ action, project, target: number, details: { amount, currency } });
      return invoice;
    });
  });

  const nameOf = async (planId: number) => (await findPlan(pool, planId))?.name ?? '';

  /** A plan that this project may subscribe to. */
  async function choosable(planId: number, projectId: number) {
    const plan = await findPlan(pool, planId);
    if (!plan?.isOffered) throw invalid('plan', 'This plan cannot be chosen.');
    const { projectsLimit: most } = plan;
    if (most !== null && (await countOtherProjects(pool, projectId)) >= most) {
      throw invalid(
        'plan',
        `This plan is for ${most === 1 ? 'one company' : `up to ${most} companies`} of the same owner.`,
      );
    }
    return plan;
  }

  /** A plan that a subscription can change to. */
  async function another(row: SubscriptionRow, planId: number) {
    const plan = await choosable(planId, row.projectId);
    if (plan.currency !== row.currency) {
      throw invalid(
        'plan',
        `This plan is paid in ${plan.currency}, the current one in ${row.currency}.`,
      );
    }
    const isSame =
      plan.id === row.plan && plan.price === row.price && plan.interval === row.interval;
    if (isSame) throw invalid('plan', 'This is the current plan.');
    return plan;
  }

  async function find(
    access: Access,
    id: number,
    capability: 'subscription.see' | 'billing.change',
  ): Promise<SubscriptionRow> {
    const row = await findSubscription(pool, id);
    if (!row) throw notFound();
    requireCapability(memberOf(access, row.projectId), capability);
    return row;
  }

  async function ofProject(access: Access, projectId: number | undefined) {
    if (projectId === undefined) throw invalid('project_id', 'Name the project.');
    requireCapability(memberForInput(access, projectId), 'subscription.see');
    const row = await liveSubscription(pool, projectId);
    if (!row) throw new Refusal(404, { detail: 'No subscription.' });
    return row;
  }

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

  async function billingOf(access: Access, row: SubscriptionRow): Promise<Billing> {
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
}

type AuditedCall = { access: Access; request: FastifyRequest };

const hidden = { card: null, billing_email: null, next_invoice: null };

function requireSuperuser({ isSuperuser }: Access): void {
  if (!isSuperuser) throw forbidden('Only a superuser can do this.');
}
