import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { requiredToken } from '../access/authentication.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import { sessionResponse } from '../accounts/session-response.ts';
import { lockSignUpState, setSignUpState } from '../accounts/sign-up-state.ts';
import { readUser } from '../accounts/users.ts';
import { authorOf, recordAuditEntry } from '../audit/audit-log.ts';
import { forbidden } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { type Gateway, nothingToConfirm } from './gateway.ts';

type Dependencies = {
  pool: pg.Pool;
  now: () => Date;
  /** The gateway of new subscriptions. */
  gateway: Gateway;
  idempotent: Idempotent;
};

/** The payment methods of companies. */
export function cardRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, now, gateway, idempotent } = dependencies;

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
}
