import type pg from 'pg';
import { invalid } from '../platform/refusal.ts';
import { findPlan, type PlanRow } from './plans.ts';
import { countOtherProjects, type SubscriptionRow } from './subscriptions.ts';

/** A plan that this project may subscribe to. */
export async function choosablePlan(
  pool: pg.Pool,
  planId: number,
  projectId: number,
): Promise<PlanRow> {
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
export async function otherPlan(
  pool: pg.Pool,
  row: SubscriptionRow,
  planId: number,
): Promise<PlanRow> {
  const plan = await choosablePlan(pool, planId, row.projectId);
  if (plan.currency !== row.currency) {
    throw invalid(
      'plan',
      `This plan is paid in ${plan.currency}, the current one in ${row.currency}.`,
    );
  }
  const isSame = plan.id === row.plan && plan.price === row.price && plan.interval === row.interval;
  if (isSame) throw invalid('plan', 'This is the current plan.');
  return plan;
}
