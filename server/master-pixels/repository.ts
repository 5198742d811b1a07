import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Connection, orm, within } from '../database/orm.ts';
import { eventPixels } from '../database/schema/event-pixels.ts';
import { masterPixels } from '../database/schema/master-pixels.ts';
import { projects } from '../database/schema/projects.ts';
import { newPixelKey } from '../projects/pixel-key.ts';
import { withAnotherPrimaryEvent } from '../projects/primary-event-change.ts';

export type MasterPixelRow = typeof masterPixels.$inferSelect;

/** For how long a removed pixel can be restored. */
const keptFor = 30 * 86_400_000;

export type NewMasterPixel = {
  projectId: number;
  name: string;
  eventName: string;
  domains: string[];
  consentMode: string;
};

export async function createMasterPixel(
  connection: Connection,
  pixel: NewMasterPixel,
  now: Date,
): Promise<number> {
  const [row] = await orm(connection)
    .insert(masterPixels)
    .values({ ...pixel, publicKey: newPixelKey(), createdAt: now })
    .returning({ id: masterPixels.id });
  if (!row) throw new Error('The pixel was not created.');
  return row.id;
}

/** A pixel, including a removed one that can still be restored. */
export async function findMasterPixel(
  connection: Connection,
  id: number,
  now: Date,
): Promise<MasterPixelRow | null> {
  const [row] = await orm(connection)
    .select()
    .from(masterPixels)
    .where(
      and(
        eq(masterPixels.id, id),
        or(
          isNull(masterPixels.removedAt),
          gt(masterPixels.removedAt, new Date(now.getTime() - keptFor)),
        ),
      ),
    );
  return row ?? null;
}

export type MasterPixelChange = {
  name?: string | undefined;
  eventName?: string | undefined;
  domains?: string[] | undefined;
  consentMode?: string | undefined;
  status?: string | undefined;
  isPrimary?: true | undefined;
};

/** The fields of a change that differ from the present. */
export const changedFields = (
  change: MasterPixelChange,
  pixel: MasterPixelRow,
): MasterPixelChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) =>
        value !== undefined && !isDeepStrictEqual(value, pixel[field as keyof MasterPixelChange]),
    ),
  );

/**
 * False when the pixel no longer exists; the caller's transaction must then end. Changes of one project wait for each
 * other: it always has exactly one primary pixel, whose event is the project's goal.
 */
export function changeMasterPixel(
  connection: Connection,
  { id, projectId }: Pick<MasterPixelRow, 'id' | 'projectId'>,
  change: MasterPixelChange,
): Promise<boolean> {
  return within(connection, async (client) => {
    await lockProject(client, projectId);
    await withAnotherPrimaryEvent(client, projectId, async () => {
      if (change.isPrimary) {
        await orm(client)
          .update(masterPixels)
          .set({ isPrimary: false })
          .where(and(eq(masterPixels.projectId, projectId), ne(masterPixels.id, id)));
      }
      const [row] = await orm(client)
        .update(masterPixels)
        .set({ name: sql`${masterPixels.name}`, ...change })
        .where(and(eq(masterPixels.id, id), isNull(masterPixels.removedAt)))
        .returning();
      if (!row) throw new Gone();
      if (row.isPrimary) {
        await orm(client)
          .update(projects)
          .set({ target: row.eventName })
          .where(and(eq(projects.id, projectId), ne(projects.target, row.eventName)));
      }
    });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Gone) return false;
    throw error;
  });
}

/** Rolls back changes for a pixel that no longer exists. */
class Gone extends Error {}

/** The number of event pixels that report the event of each pixel, or would if it counted as the conversion. */
export async function countEventPixels(
  connection: Connection,
  projectId: number,
): Promise<Map<number, number>> {
  const { rows } = await connection.query<{ id: number; count: number }>(
    `select m.id, count(*)::int as count from event_pixels e join master_pixels m on m.id = e.event_id
     where m.project_id = $1 and e.removed_at is null and e.type <> 'html' and e.status in ('active', 'error')
     group by m.id`,
    [projectId],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Why a pixel cannot be removed: it is the primary one, or event pixels use its event. */
export type RemovalRefused = { reason: 'primary' } | { reason: 'used'; by: number } | null;

/** Hides the pixel; the first removal after its time deletes it. */
export function removeMasterPixel(
  connection: Connection,
  { id, projectId }: Pick<MasterPixelRow, 'id' | 'projectId'>,
  now: Date,
): Promise<RemovalRefused> {
  return within(connection, async (client) => {
    await lockProject(client, projectId);
    const [row] = await orm(client).select().from(masterPixels).where(eq(masterPixels.id, id));
    if (row?.isPrimary) return { reason: 'primary' } as const;
    const by = await orm(client).$count(
      eventPixels,
      and(eq(eventPixels.eventId, id), isNull(eventPixels.removedAt)),
    );
    if (by > 0) return { reason: 'used', by } as const;
    await client.query(
      `delete from master_pixels m where m.project_id = $1 and m.removed_at <= $2
         and not exists (select from event_pixels where event_id = m.id and removed_at is null)`,
      [projectId, new Date(now.getTime() - keptFor)],
    );
    await orm(client)
      .update(masterPixels)
      .set({ removedAt: now })
      .where(and(eq(masterPixels.id, id), isNull(masterPixels.removedAt)));
    return null;
  });
}

export async function restoreMasterPixel(connection: Connection, id: number): Promise<void> {
  await orm(connection)
    .update(masterPixels)
    .set({ removedAt: null })
    .where(eq(masterPixels.id, id));
}

async function lockProject(client: pg.PoolClient, projectId: number): Promise<void> {
  await client.query('select from projects where id = $1 for no key update', [projectId]);
}
