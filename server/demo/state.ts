import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { dayAt, daysIn } from '#contract/period.ts';
import { type Connection, inTransaction, orm } from '../database/orm.ts';
import { users } from '../database/schema/accounts.ts';
import { demo } from '../database/schema/demo.ts';
import { projects } from '../database/schema/projects.ts';
import type { World } from './world.ts';

/** History lies before `startedAt`, live traffic after it. */
export type DemoState = World & {
  /** The history is complete from this day on. */
  filledFrom: number;
  liveUntil: Date;
};

/** An arbitrary number, the same in every process. */
const lock = 4_017_228;

async function readState(connection: Connection): Promise<DemoState | null> {
  const [row] = await orm(connection).select().from(demo);
  return row ?? null;
}

/** Begins a demo where there is no account and no project yet; null for an installation in use. */
export function beginDemo(pool: pg.Pool, fresh: DemoState): Promise<DemoState | null> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const known = await readState(client);
    if (known) return known;
    const [anyUser] = await orm(client).select({ id: users.id }).from(users).limit(1);
    const [anyProject] = await orm(client).select({ id: projects.id }).from(projects).limit(1);
    if (anyUser || anyProject) return null;
    await orm(client).insert(demo).values(fresh);
    return fresh;
  });
}

/** Whether events were sent, which begins when the company is complete. */
export function hasSent({ firstDay, startedAt, filledFrom, liveUntil }: DemoState): boolean {
  const all = daysIn({ start: firstDay, end: dayAt(startedAt, 'UTC') }) + 1;
  return liveUntil > startedAt || filledFrom < all;
}

export async function remember(
  connection: Connection,
  change: { filledFrom: number } | { liveUntil: Date },
): Promise<void> {
  await orm(connection).update(demo).set(change).where(eq(demo.id, 1));
}
