import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type pg from 'pg';
import type { Step } from '#contract/funnels/definition.ts';
import type { StoredStep } from '#contract/funnels/schemas.ts';
import { type Connection, orm } from '../database/orm.ts';
import { funnelSteps } from '../database/schema/funnels.ts';
import { ulid } from '../platform/ulid.ts';
import { plainStep, settingsOf } from './draft-definition.ts';
import { restorableSince } from './restorable-since.ts';

type StepRow = typeof funnelSteps.$inferSelect;

const stepOf = ({ id, slug, version, settings }: StepRow): StoredStep => ({
  id,
  version,
  slug,
  ...settings,
});

/** The present steps of funnels, in their order. */
export async function readSteps(
  connection: Connection,
  funnelIds: readonly string[],
): Promise<Map<string, StoredStep[]>> {
  const rows = await orm(connection)
    .select()
    .from(funnelSteps)
    .where(and(inArray(funnelSteps.funnelId, [...funnelIds]), isNull(funnelSteps.removedAt)))
    .orderBy(asc(funnelSteps.position));
  const steps = new Map<string, StoredStep[]>(funnelIds.map((id) => [id, []]));
  for (const row of rows) steps.get(row.funnelId)?.push(stepOf(row));
  return steps;
}

/** The step of this slug that was removed last and can still be restored, with its place. */
export async function findRemovedStep(
  connection: Connection,
  { funnelId, slug, now }: { funnelId: string; slug: string; now: Date },
): Promise<{ step: StoredStep; position: number } | null> {
  const [row] = await orm(connection)
    .select()
    .from(funnelSteps)
    .where(
      and(
        eq(funnelSteps.funnelId, funnelId),
        eq(funnelSteps.slug, slug),
        gt(funnelSteps.removedAt, restorableSince(now)),
      ),
    )
    .orderBy(desc(funnelSteps.removedAt), desc(funnelSteps.id))
    .limit(1);
  return row ? { step: stepOf(row), position: row.position } : null;
}

/** The steps as a change leaves them: those with an id are known already. */
export type StepsToStore = {
  funnelId: string;
  before: readonly StoredStep[];
  after: readonly (Step & { id?: string | undefined })[];
  /** The version that the change gives to the funnel and to the steps that it changes. */
  version: number;
  now: Date;
};

/** Removes the steps that are not there any more, before their slugs are given to others. */
export async function storeSteps(client: pg.PoolClient, change: StepsToStore): Promise<void> {
  const { funnelId, before, after, version, now } = change;
  const kept = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (removed.length > 0) {
    await orm(client)
      .update(funnelSteps)
      .set({ removedAt: now })
      .where(inArray(funnelSteps.id, removed));
  }
  for (const [position, step] of after.entries()) {
    const known = before.find(({ id }) => id === step.id);
    const isSame = known && isDeepStrictEqual(plainStep(known), plainStep(step));
    const values = {
      funnelId,
      slug: step.slug,
      position,
      settings: settingsOf(step),
      version: isSame ? known.version : version,
      removedAt: null,
    };
    await orm(client)
      .insert(funnelSteps)
      .values({ id: known?.id ?? ulid(now), ...values })
      .onConflictDoUpdate({ target: funnelSteps.id, set: values });
  }
}

/** Deletes the steps whose time to be restored is over. */
export async function purgeSteps(client: pg.PoolClient, funnelId: string, now: Date) {
  await orm(client)
    .delete(funnelSteps)
    .where(
      and(eq(funnelSteps.funnelId, funnelId), lte(funnelSteps.removedAt, restorableSince(now))),
    );
}
