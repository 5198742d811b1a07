import { Decimal } from 'decimal.js';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { dayAt } from '#contract/period.ts';
import type { Access, Membership } from '../access/access.ts';
import {
  isAllowed,
  memberForInput,
  memberOf,
  requireCapability,
} from '../access/require-capability.ts';
import type { ProjectScope } from '../access/scope.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { withAudit } from '../audit/audit-log.ts';
import { forbidden, invalid } from '../platform/refusal.ts';
import { sendTable } from '../platform/tables/table-file.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { readBalances } from './balances.ts';
import { paidAtOf, requireOwnMoney } from './payout-checks.ts';
import { payoutFile } from './payout-file.ts';
import { addPayout, answerOf, findPayout, readPayouts, undoPayout } from './payout-rows.ts';
import { seenPayout } from './seen-payout.ts';

type Dependencies = Pick<ReportDependencies, 'pool' | 'analyticsFor' | 'now' | 'resolveScope'> & {
  idempotent: Idempotent;
};

/** The most payouts of one file. */
const most = 50_000;

/** What was paid to affiliates, and what they are still owed. */
export function payoutRoutes(
  app: FastifyInstance,
  { pool, analyticsFor, now, resolveScope, idempotent }: Dependencies,
): void {
  const audited = withAudit(pool, now);

  /** The part of the project that the call is about and the caller may see. */
  async function scopeIn(
    access: Access,
    selection: { project_id: number; affiliate_id: readonly string[] },
  ): Promise<{ membership: Membership; project: ProjectScope }> {
    const membership = memberForInput(access, selection.project_id);
    const [project] = (await resolveScope(access, selection)).projects;
    if (!project) throw forbidden();
    return { membership, project };
  }

  serve(app, endpoints.listPayouts, async ({ access, query, reply }) => {
    const { limit, cursor: before, ...selection } = query;
    const { membership, project } = await scopeIn(access, selection);
    const { id, affids } = project;
    const found = await readPayouts(pool, { project: id, affids, before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) reply.header('x-next-cursor', String(last.id));
    return shown.map((row) => answerOf(row, isAllowed(membership, 'members.see')));
  });

  serve(app, endpoints.exportPayouts, async ({ access, query, reply }) => {
    const { format, separator, ...selection } = query;
    const { membership, project } = await scopeIn(access, selection);
    const { id, affids, timezone } = project;
    const found = await readPayouts(pool, { project: id, affids, limit: most });
    const payouts = found.map((row) => answerOf(row, isAllowed(membership, 'members.see')));
    const today = dayAt(now(), timezone);
    return sendTable(reply, { format, separator }, payoutFile(payouts, { project, today }));
  });

  serve(app, endpoints.payoutBalances, async ({ access, query, leaving }) => {
    const { through, timezone, ...selection } = query;
    const { project } = await scopeIn(access, selection);
    const { select } = analyticsFor(access.userId, leaving, [project.id]);
    return readBalances(project, { through, timezone, at: now() }, { pool, select });
  });

  serve(app, endpoints.createPayout, async (call) => {
    const { access, body } = call;
    const membership = memberForInput(access, body.project);
    requireCapability(membership, 'payout.record');
    const found = await findAffiliate(pool, [membership], body.affiliate);
    if (!found) throw invalid('affiliate', 'There is no such affiliate here.');
    requireOwnMoney(membership, body);
    const at = now();
    const paidAt = paidAtOf(body.paid_on, membership.timezone, at);
    return idempotent(call, (keep) =>
      audited(call, async (client, recordAudit) => {
        const id = await addPayout(client, {
          affiliate: body.affiliate,
          amount: body.amount,
          currency: body.currency,
          periodStart: body.period_start,
          periodEnd: body.period_end,
          paidAt,
          reference: body.reference,
          by: access.userId,
          at,
        });
        const row = await findPayout(client, [membership.projectId], id);
        if (!row) throw new Error('The payout was not written.');
        const answer = answerOf(row, true);
        await keep(client, answer);
        await recordAudit({
          action: 'payout.recorded',
          project: membership.projectId,
          target: found.affiliate.affId,
          details: {
            payout: id,
            amount: body.amount,
            currency: body.currency,
            period: `${body.period_start} to ${body.period_end}`,
            paid_on: body.paid_on,
          },
        });
        return answer;
      }),
    );
  });

  serve(app, endpoints.undoPayout, async (call) => {
    const { access, params } = call;
    const { id, project, affid, amount, currency } = await seenPayout(pool, access, params.id);
    requireCapability(memberOf(access, project), 'payout.record');
    await audited(call, async (client, recordAudit) => {
      if (!(await undoPayout(client, { id, by: access.userId, at: now() }))) return;
      await recordAudit({
        action: 'payout.undone',
        project,
        target: affid,
        details: { payout: id, amount: new Decimal(amount).toFixed(), currency },
      });
    });
    return answerOf(await seenPayout(pool, access, id), true);
  });
}
