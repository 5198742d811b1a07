import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Access } from '../access/access.ts';
import { memberForInput } from '../access/require-capability.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import {
  changeView,
  createView,
  readViews,
  removeView,
  type ViewOwner,
  type ViewRow,
} from './repository.ts';

/** Saved views of a user, in the projects the user may see now. */
export function viewRoutes(
  app: FastifyInstance,
  { pool, now }: { pool: pg.Pool; now: () => Date },
): void {
  serve(app, endpoints.listViews, async ({ access, query: { project } }) => {
    const owner = ownerOf(access);
    const projectIds =
      project === undefined ? owner.projectIds : [memberForInput(access, project).projectId];
    return (await readViews(pool, { ...owner, projectIds })).map(answerOf);
  });

  serve(app, endpoints.createView, async ({ access, body }) => {
    const { project, name, opening, position } = body;
    const { projectId } = memberForInput(access, project);
    const view = { projectId, name, opening, position };
    return answerOf(await createView(pool, access.userId, view, now()));
  });

  serve(app, endpoints.changeView, async ({ access, params: { id }, body }) => {
    const row = await changeView(pool, ownerOf(access), id, body, now());
    if (!row) throw notFound();
    return answerOf(row);
  });

  serve(app, endpoints.removeView, async ({ access, params: { id } }) => {
    if (!(await removeView(pool, ownerOf(access), id))) throw notFound();
    return 'The view was removed.';
  });
}

const ownerOf = ({ userId, memberships }: Access): ViewOwner => ({
  userId,
  projectIds: memberships.map(({ projectId }) => projectId),
});

const answerOf = ({ id, projectId, name, opening, position, createdAt, updatedAt }: ViewRow) => ({
  id,
  project: projectId,
  name,
  opening,
  position,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
