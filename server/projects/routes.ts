import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { SignUpState } from '#contract/billing/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import { deletionGraceDays } from '#contract/members/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { Membership } from '../access/access.ts';
import type { RecheckAccessOf } from '../access/recheck-access.ts';
import { memberOf, requireCapability } from '../access/require-capability.ts';
import { completeCompanyStep } from '../accounts/sign-up-state.ts';
import { withAudit } from '../audit/audit-log.ts';
import type { SubscriptionControl } from '../billing/billing.ts';
import { setDeletionEndedSubscription } from '../billing/deletion-ends-subscription.ts';
import { cleanImage } from '../images/clean-image.ts';
import { replaceImage } from '../images/repository.ts';
import type { Mailer } from '../mail/mailer.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { projectDeletionMail } from './deletion-mail.ts';
import { projectResponses } from './project-response.ts';
import {
  changeProject,
  createProject,
  lockProject,
  readOwners,
  rotateCollectKey,
  scheduleDeletion,
} from './repository.ts';
import type { Statistics } from './statistics.ts';

export type ProjectDependencies = {
  pool: pg.Pool;
  statistics: Statistics;
  now: () => Date;
  /** Called after a new key is stored, so that caches drop the old one. */
  collectKeyRotated: (projectId: number) => void;
  /** Ends a project's subscription with its cycle, and resumes it. */
  paying: SubscriptionControl;
  /** The step of signing up that follows a person's first company. */
  afterCompany: SignUpState;
  mailer: Mailer;
  publicUrl: () => string;
  idempotent: Idempotent;
  recheckAccessOf: RecheckAccessOf;
};

const day = 86_400_000;

export function projectRoutes(app: FastifyInstance, dependencies: ProjectDependencies): void {
  const { pool, statistics, now, collectKeyRotated, paying, mailer, publicUrl } = dependencies;
  const { afterCompany, idempotent, recheckAccessOf } = dependencies;
  const audited = withAudit(pool, now);

  async function answer(membership: Membership): Promise<Project> {
    const [project] = await projectResponses(pool, statistics, [membership]);
    if (!project) throw notFound();
    return project;
  }

  serve(app, endpoints.listProjects, ({ access }) =>
    projectResponses(pool, statistics, access.memberships),
  );

  serve(app, endpoints.createProject, (call) => idempotent(call, () => create(call)));

  async function create(call: MemberCall<typeof endpoints.createProject>): Promise<Project> {
    const { access, body } = call;
    const { number_of_events: numberOfEvents, ...rest } = body;
    const { project, collectKey } = await audited(call, async (client, recordAudit) => {
      const created = { ...rest, numberOfEvents, createdBy: access.userId };
      await completeCompanyStep(client, access.userId, afterCompany);
      const made = await createProject(client, created);
      await recordAudit({
        action: 'project.created',
        project: made.project.id,
        target: made.project.name,
      });
      return made;
    });
    const { id: projectId, name, slug, timezone, currency } = project;
    const owner = { projectId, name, slug, timezone, currency, affiliates: null };
    return { ...(await answer({ ...owner, role: 'owner' })), collect_key: collectKey };
  }

  serve(app, endpoints.readProject, ({ access, params: { id } }) => answer(memberOf(access, id)));

  serve(
    app,
    endpoints.changeProject,
    async (call) => {
      const { access, params, body, request } = call;
      const membership = memberOf(access, params.id);
      requireCapability(membership, 'project.change');
      const {
        number_of_events: numberOfEvents,
        keep_addresses: keepAddresses,
        image: noImage,
        ...rest
      } = body;
      const picture = request.upload ? await cleanImage(request.upload) : noImage;
      await audited(call, async (client, recordAudit) => {
        await recheckAccessOf(request)(client, [params.id], 'project.change');
        const before = await lockProject(client, params.id);
        await changeProject(client, params.id, {
          ...rest,
          numberOfEvents,
          keepAddresses,
          ...(picture === undefined
            ? {}
            : { image: await replaceImage(client, before.image, picture) }),
        });
        const about = { project: params.id, target: before.name };
        const details = { ...rest, numberOfEvents, keepAddresses };
        const isMore = Object.values(details).some((value) => value !== undefined);
        if (isMore) await recordAudit({ action: 'project.changed', ...about, details });
        if (picture !== undefined) await recordAudit({ action: 'project.logo', ...about });
      });
      return answer(membership);
    },
    { file: 'image' },
  );

  serve(app, endpoints.rotateCollectKey, async (call) => {
    const { access, params } = call;
    const membership = memberOf(access, params.id);
    requireCapability(membership, 'collect-key.rotate');
    const key = await audited(call, async (client, recordAudit) => {
      await recheckAccessOf(call.request)(client, [params.id], 'collect-key.rotate');
      const rotated = await rotateCollectKey(client, params.id);
      const about = { project: params.id, target: membership.name };
      await recordAudit({ action: 'collect-key.rotated', ...about });
      return rotated;
    });
    collectKeyRotated(params.id);
    return { ...(await answer(membership)), collect_key: key };
  });

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
    return answer(membership);
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
    return answer(membership);
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
