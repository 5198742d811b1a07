import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { forbidden, notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import type { Gateway } from './gateway.ts';
import { settleInvoice } from './invoices.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.ts';
import { requireSuperuser } from './superuser.ts';

type Dependencies = {
  pool: pg.Pool;
  now: () => Date;
  gatewayOf: (row: SubscriptionRow) => Gateway;
};

/** Invoices, which superusers settle where no card pays them. */
export function invoiceRoutes(app: FastifyInstance, { pool, now, gatewayOf }: Dependencies): void {
  const audited = withAudit(pool, now);

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
    return audited(call, async (client, recordAudit) => {
      const settled = await settleInvoice(client, Number(params.id), body.status);
      if (!settled) throw notFound();
      const { invoice, project, isNew } = settled;
      const action = body.status === 'paid' ? 'invoice.paid' : 'invoice.voided';
      const { number, amount, currency } = invoice;
      if (isNew)
        await recordAudit({ action, project, target: number, details: { amount, currency } });
      return invoice;
    });
  });
}
