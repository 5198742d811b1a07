import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { SignUpState } from '#contract/billing/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { Membership } from '../access/access.ts';
import type { RecheckAccessOf } from '../access/recheck-access.ts';
import { memberOf, requireCapability } from '../access/require-capability.ts';
import { completeCompanyStep } from '../accounts/sign-up-state.ts';
import { withAudit } from '../audit/audit-log.ts';
import { cleanImage } from '../images/clean-image.ts';
import { replaceImage } from '../images/repository.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { projectResponse, projectResponses } from './project-response.ts';
import { changeProject, createProject, lockProject, rotateCollectKey } from './repository.ts';
import type { Statistics } from './statistics.ts';

export type ProjectDependencies = {
  pool: pg.Pool;
  statistics: Statistics;
  now: () => Date;
  /** Called after a new key is stored, so that caches drop the old one. */
  collectKeyRotated: (projectId: number) => void;
  /** The step of signing up that follows a person's first company. */
  afterCompany: SignUpState;
  idempotent: Idempotent;
  recheckAccessOf: RecheckAccessOf;
};

/** Projects, which people call companies: their settings and the key of their server. */
export function projectRoutes(app: FastifyInstance, dependencies: ProjectDependencies): void {
  const { pool, statistics, now, collectKeyRotated } = dependencies;
  const { afterCompany, idempotent, recheckAccessOf } = dependencies;
  const audited = withAudit(pool, now);
  const answer = (membership: Membership) => projectResponse(pool, statistics, membership);

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
}
