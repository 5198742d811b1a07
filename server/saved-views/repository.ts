import { and, asc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import { maxViews } from '#contract/saved-views/schemas.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { type Connection, inTransaction, isDuplicate, orm } from '../database/orm.ts';
import { users } from '../database/schema/accounts.ts';
import { savedViews } from '../database/schema/saved-views.ts';
import { invalid } from '../platform/refusal.ts';

export type ViewRow = typeof savedViews.$inferSelect;
/** The user of the views, and the projects the user may see now. */
export type ViewOwner = { userId: number; projectIds: readonly number[] };
export type NewView = {
  projectId: number;
  name: string;
  opening: Omit<ViewState, 'project'>;
  position?: number | undefined;
};
export type ViewChange = {
  name?: string | undefined;
  opening?: NewView['opening'] | undefined;
  position?: number | undefined;
};

const ofOwner = ({ userId, projectIds }: ViewOwner) =>
  and(eq(savedViews.userId, userId), inArray(savedViews.projectId, [...projectIds]));
const oneOf = (owner: ViewOwner, id: number) => and(eq(savedViews.id, id), ofOwner(owner));

export function readViews(connection: Connection, owner: ViewOwner): Promise<ViewRow[]> {
  return orm(connection)
    .select()
    .from(savedViews)
    .where(ofOwner(owner))
    .orderBy(asc(savedViews.position), asc(savedViews.id));
}

/** Creations at the same moment wait for each other, so that together they cannot exceed the limit. */
export async function createView(
  pool: pg.Pool,
  userId: number,
  { projectId, name, opening, position }: NewView,
  at: Date,
): Promise<ViewRow> {
  return inTransaction(pool, async (client) => {
    await holdList(client, userId);
    const [present] = await orm(client)
      .select({
        count: sql<number>`count(*)::int`,
        next: sql<number>`coalesce(max(${savedViews.position}) + 1, 0)`,
      })
      .from(savedViews)
      .where(eq(savedViews.userId, userId));
    const { count, next } = present ?? { count: 0, next: 0 };
    if (count >= maxViews) {
      throw invalid('name', `You have ${maxViews} views. Remove one before you save another.`);
    }
    const [row] = await orm(client)
      .insert(savedViews)
      .values({
        userId,
        projectId,
        name,
        opening,
        position: position ?? next,
        createdAt: at,
        updatedAt: at,
      })
      .returning()
      .catch(refuseTaken);
    if (!row) throw new Error('The view was not saved.');
    if (position !== undefined) await makeRoom(client, row);
    return row;
  });
}

/** Null when the user has no such view. */
export async function changeView(
  pool: pg.Pool,
  owner: ViewOwner,
  id: number,
  change: ViewChange,
  at: Date,
): Promise<ViewRow | null> {
  const values = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  return inTransaction(pool, async (client) => {
    await holdList(client, owner.userId);
    const [row] = await orm(client)
      .update(savedViews)
      .set({ ...values, updatedAt: at })
      .where(oneOf(owner, id))
      .returning()
      .catch(refuseTaken);
    if (!row) return null;
    if (change.position !== undefined) await makeRoom(client, row);
    return row;
  });
}

/** Whether there was such a view. */
export async function removeView(
  connection: Connection,
  owner: ViewOwner,
  id: number,
): Promise<boolean> {
  const rows = await orm(connection).delete(savedViews).where(oneOf(owner, id)).returning();
  return rows.length > 0;
}

/** Locks the user's list until the transaction ends. */
async function holdList(client: pg.PoolClient, userId: number): Promise<void> {
  await orm(client).select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** Moves a view at this position and all after it on by one. */
async function makeRoom(
  client: pg.PoolClient,
  { id, userId, position }: Pick<ViewRow, 'id' | 'userId' | 'position'>,
): Promise<void> {
  const others = and(eq(savedViews.userId, userId), ne(savedViews.id, id));
  const [taken] = await orm(client)
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(others, eq(savedViews.position, position)))
    .limit(1);
  if (!taken) return;
  await orm(client)
    .update(savedViews)
    .set({ position: sql`${savedViews.position} + 1` })
    .where(and(others, gte(savedViews.position, position)));
}

function refuseTaken(error: unknown): never {
  if (isDuplicate(error, 'saved_views_name')) {
    throw invalid('name', 'You have a view with this name already.');
  }
  throw error;
}
