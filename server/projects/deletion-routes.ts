import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { deletionGraceDays } from '#contract/members/schemas.ts';
import type { RecheckAccessOf } from '../access/recheck-access.ts';
import { memberOf, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import type { SubscriptionControl } from '../billing/billing.ts';
import { setDeletionEndedSubscription } from '../billing/deletion-ends-subscription.ts';
import type { Mailer } from '../mail/mailer.ts';
import { invalid } from '../platform/refusal.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { projectDeletionMail } from './deletion-mail.ts';
import { projectResponse } from './project-response.ts';
import { lockProject, readOwners, scheduleDeletion } from './repository.ts';
import type { Statistics } from './statistics.ts';

export type DeletionDependencies = {
  pool: pg.Pool;
  statistics: Statistics;
  now: () => Date;
  /** Ends a project's subscription with its cycle, and resumes it. */
  paying: SubscriptionControl;
  mailer: Mailer;
  publicUrl: () => string;
  recheckAccessOf: RecheckAccessOf;
};

const day = 86_400_000;

/** The deletion of projects, which can be taken back for some days. */
export function projectDeletionRoutes(
  app: FastifyInstance,
  dependencies: DeletionDependencies,
): void {
  const { pool, statistics, now, paying, mailer, publicUrl, recheckAccessOf } = dependencies;
  const audited = withAudit(pool, now);

  serve(app, endpoints.deleteProject, async (call) => {
    const { access, params, body } = call;
    const membership = memberOf(access, params.id);
    requireCapability(membership, 'project.delete');
    const letters = await audited(call, async (client, recordAudit) => {
      await recheckAccessOf(call.request)(client, [params.id], 'project.delete');
      const { name, deletesAt } = await lockProject(client, params.id);
      if (body.name.trim() !== name) throw invalid('name', 'This is not the name of the project.');
      if (deletesAt) return [];
      const at = new Date(now().getTime() + deletionGraceDays * day);
      await scheduleDeletion(client, params.id, at);
      const details = { deletes_at: at.toISOString() };
      await recordAudit({ action: 'project.deleted', project: params.id, target: name, details });
      const owners = await readOwners(client, params.id);
      return owners.map((to) => projectDeletionMail({ to, name, at }, publicUrl()));
    });
    for (const letter of letters) mailer.post(letter);
    const ends = await paying.end(params.id).catch(unheard(call));
    if (ends) await setDeletionEndedSubscription(pool, params.id, true);
    return projectResponse(pool, statistics, membership);
  });

  serve(app, endpoints.restoreProject, async (call) => {
    const { access, params } = call;
    const membership = memberOf(access, params.id);
    requireCapability(membership, 'project.delete');
    const before = await audited(call, async (client, recordAudit) => {
      await recheckAccessOf(call.request)(client, [params.id], 'project.delete');
      const project = await lockProject(client, params.id);
      const { name, deletesAt } = project;
      if (!deletesAt) return project;
      await scheduleDeletion(client, params.id, null);
      await recordAudit({ action: 'project.restored', project: params.id, target: name });
      return project;
    });
    if (before.endsPaying) await paying.resume(params.id).catch(unheard(call));
    return projectResponse(pool, statistics, membership);
  });
}

/**
 * A change of a project stands even if Stripe could not be reached: Stripe is notified again before the project is
 * erased, or with the next usage check.
 */
const unheard =
  ({ request }: Pick<MemberCall<never>, 'request'>) =>
  (error: Error): true => {
    request.log.warn({ err: error }, 'the subscription of a project could not be changed yet');
    return true;
  };
