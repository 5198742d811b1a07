import { Decimal } from 'decimal.js';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { dayAt } from '#contract/period.ts';
import {
  isAllowed,
  memberForInput,
  memberOf,
  requireCapability,
} from '../access/require-capability.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { withAudit } from '../audit/audit-log.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { sendTable } from '../platform/tables/table-file.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { readBalances } from './balances.ts';
import { paidAtOf, requireOwnMoney } from './payout-checks.ts';
import { payoutFile } from './payout-file.ts';
import {
  addPayout,
  answerOf,
  findPayout,
  readPayouts,
  undoableUntil,
  undoPayout,
} from './payout-rows.ts';
import { projectIn } from './project-in.ts';
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

  serve(app, endpoints.listPayouts, async ({ access, query, reply }) => {
    const { limit, cursor: before, ...selection } = query;
    const { membership, project } = await projectIn(access, selection, resolveScope);
    const { id, affids } = project;
    const found = await readPayouts(pool, { project: id, affids, before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) reply.header('x-next-cursor', String(last.id));
    const reader = { seesMembers: isAllowed(membership, 'members.see'), at: now() };
    return shown.map((row) => answerOf(row, reader));
  });

  serve(app, endpoints.exportPayouts, async ({ access, query, reply }) => {
    const { format, separator, ...selection } = query;
    const { membership, project } = await projectIn(access, selection, resolveScope);
    const { id, affids, timezone } = project;
    const found = await readPayouts(pool, { project: id, affids, limit: most });
    const at = now();
    const reader = { seesMembers: isAllowed(membership, 'members.see'), at };
    const payouts = found.map((row) => answerOf(row, reader));
    const today = dayAt(at, timezone);
    return sendTable(reply, { format, separator }, payoutFile(payouts, { project, today }));
  });

  serve(app, endpoints.payoutBalances, async ({ access, query, leaving }) => {
    const { through, timezone, ...selection } = query;
    const { project } = await projectIn(access, selection, resolveScope);
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
        const answer = answerOf(row, { seesMembers: true, at });
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
    const payout = await seenPayout(pool, access, params.id);
    const { id, project, affid, amount, currency } = payout;
    requireCapability(memberOf(access, project), 'payout.record');
    const at = now();
    if (payout.undone_at === null && at >= undoableUntil(payout)) throw noLongerUndone();
    await audited(call, async (client, recordAudit) => {
      if (!(await undoPayout(client, { id, by: access.userId, at }))) return;
      await recordAudit({
        action: 'payout.undone',
        project,
        target: affid,
        details: { payout: id, amount: new Decimal(amount).toFixed(), currency },
      });
    });
    return answerOf(await seenPayout(pool, access, id), { seesMembers: true, at });
  });
}

const noLongerUndone = () =>
  new Refusal(409, {
    detail:
      'A payout can be undone for a day. Record a correcting payout instead: an amount below 0 lowers what was paid.',
  });
