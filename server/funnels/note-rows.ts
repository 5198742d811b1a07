import { and, desc, eq, isNull, lte } from 'drizzle-orm';
import type pg from 'pg';
import type { FunnelAnnotation } from '#contract/funnels/schemas.ts';
import { type Connection, orm } from '../database/orm.ts';
import { funnelAnnotations } from '../database/schema/funnels.ts';
import { ulid } from '../platform/ulid.ts';
import { restorableSince } from './restorable-since.ts';

/** How many notes of a funnel are answered at most. */
const most = 500;

type Note = Omit<typeof funnelAnnotations.$inferSelect, 'funnelId' | 'removedAt'>;

const noteOf = ({ at, id, text, auto }: Note): FunnelAnnotation => ({
  id,
  at: at.toISOString(),
  text,
  auto,
});

export async function readNotes(
  connection: Connection,
  funnelId: string,
): Promise<FunnelAnnotation[]> {
  const rows = await orm(connection)
    .select()
    .from(funnelAnnotations)
    .where(and(eq(funnelAnnotations.funnelId, funnelId), isNull(funnelAnnotations.removedAt)))
    .orderBy(desc(funnelAnnotations.at), desc(funnelAnnotations.id))
    .limit(most);
  return rows.map(noteOf);
}

export async function addNote(
  client: pg.PoolClient,
  funnelId: string,
  { at, text, auto, now }: { at: Date; text: string; auto: boolean; now: Date },
): Promise<FunnelAnnotation> {
  const note = { id: ulid(now), at, text, auto };
  await orm(client)
    .insert(funnelAnnotations)
    .values({ ...note, funnelId });
  return noteOf(note);
}

/** Hides a note; the first removal after its time deletes it. Null if no person wrote such a note. */
export async function removeNote(
  client: pg.PoolClient,
  funnelId: string,
  { id, now }: { id: string; now: Date },
): Promise<{ text: string; isRemovedNow: boolean } | null> {
  const ofFunnel = eq(funnelAnnotations.funnelId, funnelId);
  await orm(client)
    .delete(funnelAnnotations)
    .where(and(ofFunnel, lte(funnelAnnotations.removedAt, restorableSince(now))));
  const one = and(ofFunnel, eq(funnelAnnotations.id, id), eq(funnelAnnotations.auto, false));
  const [row] = await orm(client).select().from(funnelAnnotations).where(one);
  if (!row) return null;
  if (row.removedAt === null) {
    await orm(client).update(funnelAnnotations).set({ removedAt: now }).where(one);
  }
  return { text: row.text, isRemovedNow: row.removedAt === null };
}
