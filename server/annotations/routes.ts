import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import { windowOf } from '#contract/period.ts';
import type { Access, Membership } from '../access/access.ts';
import {
  isAllowed,
  memberForInput,
  memberOf,
  requireCapability,
} from '../access/require-capability.ts';
import type { Connection } from '../database/orm.ts';
import { forbidden, notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { type Mark, readMarks } from './marks.ts';
import {
  changeNote,
  createNote,
  findNote,
  type NoteRow,
  readNotes,
  removeNote,
} from './repository.ts';

/** Notes that people pin to a moment of a project, and marks of stored changes. */
export function annotationRoutes(
  app: FastifyInstance,
  { pool, now }: { pool: pg.Pool; now: () => Date },
): void {
  serve(app, endpoints.listAnnotations, async ({ access, query }) => {
    const membership = memberForInput(access, query.project_id);
    const window = windowOf(query, query.timezone);
    const [notes, marks] = await Promise.all([
      readNotes(pool, membership.projectId, window),
      readMarks(pool, membership, window),
    ]);
    return [
      ...notes.map((note) => noteFor(access, membership, note)),
      ...marks.map((mark) => markIn(membership, mark)),
    ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  });

  serve(app, endpoints.createAnnotation, async ({ access, body: { project, at, text } }) => {
    const membership = memberForInput(access, project);
    requireCapability(membership, 'annotation.write');
    const { projectId } = membership;
    const id = await createNote(pool, { projectId, authorId: access.userId, at, text }, now());
    return noteFor(access, membership, (await noteIn(pool, access, id)).note);
  });

  serve(app, endpoints.changeAnnotation, async ({ access, params: { id }, body }) => {
    const { membership, note } = await changeable(pool, access, id);
    if (!(await changeNote(pool, note, body, now()))) throw notFound();
    return noteFor(access, membership, (await noteIn(pool, access, id)).note);
  });

  serve(app, endpoints.removeAnnotation, async ({ access, params: { id } }) => {
    const { note } = await changeable(pool, access, id);
    await removeNote(pool, note, now());
    return 'The note was removed.';
  });
}

async function noteIn(connection: Connection, access: Access, id: number) {
  const projectIds = access.memberships.map(({ projectId }) => projectId);
  const note = await findNote(connection, projectIds, id);
  if (!note) throw notFound();
  return { note, membership: memberOf(access, note.projectId) };
}

async function changeable(connection: Connection, access: Access, id: number) {
  const found = await noteIn(connection, access, id);
  if (!mayChange(access, found.membership, found.note)) {
    throw forbidden('Only its author, an owner or a manager can change a note.');
  }
  return found;
}

const mayChange = ({ userId }: Access, membership: Membership, { authorId }: NoteRow): boolean =>
  isAllowed(membership, 'annotation.change-any') ||
  (authorId === userId && isAllowed(membership, 'annotation.write'));

const noteFor = (access: Access, membership: Membership, note: NoteRow): Annotation => ({
  id: note.id,
  project: note.projectId,
  type: 'note',
  at: note.at.toISOString(),
  text: note.text,
  author: isAllowed(membership, 'members.see') ? note.author || null : null,
  can_change: mayChange(access, membership, note),
});

const markIn = ({ projectId }: Membership, { at, text }: Mark): Annotation => ({
  id: null,
  project: projectId,
  type: 'auto',
  at: at.toISOString(),
  text,
  author: null,
  can_change: false,
});
