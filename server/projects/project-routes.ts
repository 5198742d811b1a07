import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Project } from '#contract/project.ts';
import type { Membership } from '../accounts/access.ts';
import { memberOf, requireCapability } from '../accounts/capabilities.ts';
import { notFound } from '../plugins/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { projectAnswers } from './project-answer.ts';
import { changeProject, createProject, rotateCollectKey } from './repository.ts';
import type { Statistics } from './statistics.ts';

export type ProjectDependencies = {
  pool: pg.Pool;
  statistics: Statistics;
  /** Called once a new key is stored: whoever remembers keys must forget the old one. */
  collectKeyRotated: (projectId: number) => void;
};

export function projectRoutes(
  app: FastifyInstance,
  { pool, statistics, collectKeyRotated }: ProjectDependencies,
): void {
  async function answer(membership: Membership): Promise<Project> {
    const [project] = await projectAnswers(pool, statistics, [membership]);
    if (!project) throw notFound();
    return project;
  }

  serve(app, endpoints.listProjects, ({ access }) =>
    projectAnswers(pool, statistics, access.memberships),
  );

  serve(app, endpoints.createProject, async ({ access, body }) => {
    const { number_of_events: numberOfEvents, ...rest } = body;
    const { project, collectKey } = await createProject(pool, {
      ...rest,
      numberOfEvents,
      createdBy: access.userId,
    });
    const { id: projectId, name, slug, timezone, currency } = project;
    const owner = { projectId, name, slug, timezone, currency, affiliates: null };
    return { ...(await answer({ ...owner, role: 'owner' })), collect_key: collectKey };
  });

  serve(app, endpoints.readProject, ({ access, params: { id } }) => answer(memberOf(access, id)));

  serve(app, endpoints.changeProject, async ({ access, params: { id }, body }) => {
    const membership = memberOf(access, id);
    requireCapability(membership, 'project.change');
    const { number_of_events: numberOfEvents, keep_addresses: keepAddresses, ...rest } = body;
    await changeProject(pool, id, { ...rest, numberOfEvents, keepAddresses });
    return answer(membership);
  });

  serve(app, endpoints.rotateCollectKey, async ({ access, params: { id } }) => {
    const membership = memberOf(access, id);
    requireCapability(membership, 'collect-key.rotate');
    const key = await rotateCollectKey(pool, id);
    collectKeyRotated(id);
    return { ...(await answer(membership)), collect_key: key };
  });
}
