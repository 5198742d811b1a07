import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { maxAnnotations } from '#contract/annotations/schemas.ts';
import type { Window } from '#contract/period.ts';
import { type Connection, inTransaction, orm } from '../database/orm.ts';
import { users } from '../database/schema/accounts.ts';
import { annotations } from '../database/schema/annotations.ts';
import { projects } from '../database/schema/projects.ts';
import { invalid } from '../platform/refusal.ts';

export type NewNote = { projectId: number; authorId: number; at: Date; text: string };
export type NoteChange = {
  at?: Date | undefined;
  text?: string | undefined;
  removed?: false | undefined;
};

/** For how long a removed note can be brought back. */
const keptFor = 86_400_000;

const columns = {
  id: annotations.id,
  projectId: annotations.projectId,
  authorId: annotations.authorId,
  at: annotations.at,
  text: annotations.text,
  removedAt: annotations.removedAt,
  author: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
};

const selected = (connection: Connection, condition: SQL | undefined) =>
  orm(connection)
    .select(columns)
    .from(annotations)
    .leftJoin(users, eq(users.id, annotations.authorId))
    .where(condition)
    .orderBy(asc(annotations.at), asc(annotations.id));

export type NoteRow = Awaited<ReturnType<typeof selected>>[number];

export const readNotes = (
  connection: Connection,
  projectId: number,
  { from, to }: Window,
): Promise<NoteRow[]> =>
  selected(
    connection,
    and(
      eq(annotations.projectId, projectId),
      isNull(annotations.removedAt),
      gte(annotations.at, from),
      lt(annotations.at, to),
    ),
  );

/** A note of one of these projects, including removed ones that can still be restored. */
export async function findNote(
  connection: Connection,
  projectIds: readonly number[],
  id: number,
): Promise<NoteRow | null> {
  const [row] = await selected(
    connection,
    and(eq(annotations.id, id), inArray(annotations.projectId, [...projectIds])),
  );
  return row ?? null;
}

/** Creations at the same moment wait for each other, so that together they cannot exceed the limit. */
async function requireRoom(
  client: pg.PoolClient,
  projectId: number,
  { field, besidesNote }: { field: string; besidesNote?: number },
): Promise<void> {
  await orm(client)
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('no key update');
  const present = await orm(client).$count(
    annotations,
    and(
      eq(annotations.projectId, projectId),
      isNull(annotations.removedAt),
      ...(besidesNote === undefined ? [] : [ne(annotations.id, besidesNote)]),
    ),
  );
  if (present >= maxAnnotations) {
    throw invalid(field, `This project has ${maxAnnotations} notes. Remove one first.`);
  }
}

export async function createNote(
  pool: pg.Pool,
  { projectId, authorId, at, text }: NewNote,
  now: Date,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await requireRoom(client, projectId, { field: 'text' });
    const [row] = await orm(client)
      .insert(annotations)
      .values({ projectId, authorId, at, text, createdAt: now, updatedAt: now })
      .returning({ id: annotations.id });
    if (!row) throw new Error('The note was not written.');
    return row.id;
  });
}

/** False when there is no such note. */
export async function changeNote(
  pool: pg.Pool,
  { id, projectId }: Pick<NoteRow, 'id' | 'projectId'>,
  { removed, ...change }: NoteChange,
  now: Date,
): Promise<boolean> {
  const changedValues = Object.entries(change).filter(([, value]) => value !== undefined);
  return inTransaction(pool, async (client) => {
    if (removed === false)
      await requireRoom(client, projectId, { field: 'removed', besidesNote: id });
    const rows = await orm(client)
      .update(annotations)
      .set({
        ...Object.fromEntries(changedValues),
        ...(removed === false ? { removedAt: null } : {}),
        updatedAt: now,
      })
      .where(
        and(eq(annotations.id, id), ...(removed === false ? [] : [isNull(annotations.removedAt)])),
      )
      .returning({ id: annotations.id });
    return rows.length > 0;
  });
}

/** Hides the note; the first removal after a day deletes it. */
export async function removeNote(
  connection: Connection,
  { id, projectId }: Pick<NoteRow, 'id' | 'projectId'>,
  now: Date,
): Promise<void> {
  await orm(connection)
    .update(annotations)
    .set({ removedAt: now })
    .where(and(eq(annotations.id, id), isNull(annotations.removedAt)));
  await orm(connection)
    .delete(annotations)
    .where(
      and(
        eq(annotations.projectId, projectId),
        isNotNull(annotations.removedAt),
        lt(annotations.removedAt, new Date(now.getTime() - keptFor)),
      ),
    );
}
