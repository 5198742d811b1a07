import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { deletionDays } from '#contract/members/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import { keepEndsPaying } from '#server/billing/ends-paying.ts';
import type { Membership } from '../access/access.ts';
import { memberOf, requireCapability } from '../access/capabilities.ts';
import type { StillOf } from '../access/recheck-access.ts';
import { telling } from '../audit/audit-log.ts';
import type { Paying } from '../billing/billing.ts';
import { cleanImage } from '../images/clean-image.ts';
import { replaceImage } from '../images/repository.ts';
import type { Mailer } from '../mail/mailer.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { deletionLetter } from './deletion-mail.ts';
import { projectAnswers } from './project-response.ts';
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
  /** Called once a new key is stored: whoever remembers keys must forget the old one. */
  collectKeyRotated: (projectId: number) => void;
  /** Ends what a project pays with its cycle, and lets it go on again. */
  paying: Paying;
  mailer: Mailer;
  publicUrl: () => string;
  idempotent: Idempotent;
  stillOf: StillOf;
};

const day = 86_400_000;

export function projectRoutes(app: FastifyInstance, dependencies: ProjectDependencies): void {
  const { pool, statistics, now, collectKeyRotated, paying, mailer, publicUrl } = dependencies;
  const { idempotent, stillOf } = dependencies;
  const doing = telling(pool, now);

  async function answer(membership: Membership): Promise<Project> {
    const [project] = await projectAnswers(pool, statistics, [membership]);
    if (!project) throw notFound();
    return project;
  }

  serve(app, endpoints.listProjects, ({ access }) =>
    projectAnswers(pool, statistics, access.memberships),
  );

  serve(app, endpoints.createProject, (call) => idempotent(call, () => create(call)));

  async function create(call: MemberCall<typeof endpoints.createProject>): Promise<Project> {
    const { access, body } = call;
    const { number_of_events: numberOfEvents, ...rest } = body;
    const { project, collectKey } = await doing(call, async (client, tell) => {
      const created = { ...rest, numberOfEvents, createdBy: access.userId };
      const made = await createProject(client, created);
      await tell({
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
      await doing(call, async (client, tell) => {
        await stillOf(request)(client, [params.id], 'project.change');
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
        if (isMore) await tell({ action: 'project.changed', ...about, details });
        if (picture !== undefined) await tell({ action: 'project.logo', ...about });
      });
      return answer(membership);
    },
    { file: 'image' },
  );

  serve(app, endpoints.rotateCollectKey, async (call) => {
    const { access, params } = call;
    const membership = memberOf(access, params.id);
    requireCapability(membership, 'collect-key.rotate');
    const key = await doing(call, async (client, tell) => {
      await stillOf(call.request)(client, [params.id], 'collect-key.rotate');
      const rotated = await rotateCollectKey(client, params.id);
      const about = { project: params.id, target: membership.name };
      await tell({ action: 'collect-key.rotated', ...about });
      return rotated;
    });
    collectKeyRotated(params.id);
    return { ...(await answer(membership)), collect_key: key };
  });

  serve(app, endpoints.deleteProject, async (call) => {
    const { access, params, body } = call;
    const membership = memberOf(access, params.id);
    requireCapability(membership, 'project.delete');
    const letters = await doing(call, async (client, tell) => {
      await stillOf(call.request)(client, [params.id], 'project.delete');
      const { name, deletesAt } = await lockProject(client, params.id);
      if (body.name.trim() !== name) throw invalid('name', 'This is not the name of the project.');
      if (deletesAt) return [];
      const at = new Date(now().getTime() + deletionDays * day);
      await scheduleDeletion(client, params.id, at);
      const details = { deletes_at: at.toISOString() };
      await tell({ action: 'project.deleted', project: params.id, target: name, details });
      const owners = await readOwners(client, params.id);
      return owners.map((to) => deletionLetter({ to, name, at }, publicUrl()));
    });
    for (const letter of letters) mailer.post(letter);
    const ends = await paying.end(params.id).catch(unheard(call));
    if (ends) await keepEndsPaying(pool, params.id, true);
    return answer(membership);
  });

  serve(app, endpoints.restoreProject, async (call) => {
    const { access, params } = call;
    const membership = memberOf(access, params.id);
    requireCapability(membership, 'project.delete');
    const before = await doing(call, async (client, tell) => {
      await stillOf(call.request)(client, [params.id], 'project.delete');
      const project = await lockProject(client, params.id);
      const { name, deletesAt } = project;
      if (!deletesAt) return project;
      await scheduleDeletion(client, params.id, null);
      await tell({ action: 'project.restored', project: params.id, target: name });
      return project;
    });
    if (before.endsPaying) await paying.resume(params.id).catch(unheard(call));
    return answer(membership);
  });
}

/**
 * What is done to a project is done, whether or not Stripe has heard of it by now: it hears before the project is
 * erased, or with the next look at what is paid.
 */
const unheard =
  ({ request }: Pick<MemberCall<never>, 'request'>) =>
  (error: Error): true => {
    request.log.warn({ err: error }, 'what a project pays could not be changed yet');
    return true;
  };
