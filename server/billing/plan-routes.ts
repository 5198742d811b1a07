import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { withAudit } from '../audit/audit-log.ts';
import { notFound } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { changePlan, createPlan, planResponse, readPlans } from './plans.ts';
import { requireSuperuser } from './superuser.ts';

type Dependencies = { pool: pg.Pool; now: () => Date; idempotent: Idempotent };

/** The plans on offer, which superusers change. */
export function planRoutes(app: FastifyInstance, { pool, now, idempotent }: Dependencies): void {
  const audited = withAudit(pool, now);

  serve(app, endpoints.listPlans, async ({ access }) =>
    (await readPlans(pool, { all: access.isSuperuser })).map(planResponse),
  );

  serve(app, endpoints.createPlan, async (call) => {
    const { access, body } = call;
    requireSuperuser(access);
    return idempotent(call, (keep) =>
      audited(call, async (client, recordAudit) => {
        const plan = planResponse(await createPlan(client, body));
        await keep(client, plan);
        const about = { user: access.userId, target: plan.name };
        await recordAudit({ action: 'plan.created', ...about, details: body });
        return plan;
      }),
    );
  });

  serve(app, endpoints.changePlan, async (call) => {
    const { access, body, params } = call;
    requireSuperuser(access);
    return audited(call, async (client, recordAudit) => {
      const plan = await changePlan(client, params.id, body);
      if (!plan) throw notFound();
      const about = { user: access.userId, target: plan.name };
      await recordAudit({ action: 'plan.changed', ...about, details: body });
      return planResponse(plan);
    });
  });
}
