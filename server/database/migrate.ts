import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { projectRoot } from '../platform/project-root.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { excludeOlderMover } from './mover-lock.ts';

/** An arbitrary number, the same in every process that migrates. */
const lock = 4_017_225;

const migrationsFolder = join(projectRoot, 'server', 'database', 'migrations');

/**
 * Runs work while no other process on this database migrates either store: neither store's migrations lock anything.
 */
export async function withMigrationLock<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }
}

/** Applies the migrations of the database. */
export const migrateDatabase = (pool: pg.Pool): Promise<void> =>
  withMigrationLock(pool, applyMigrations);

/** Applies the migrations on a connection that holds the lock. */
export async function applyMigrations(client: pg.PoolClient): Promise<void> {
  await refuseReadOnly(client);
  const applied = await appliedTo(client);
  const journal: { entries: { when: number }[] } = JSON.parse(
    await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  );
  const shipped = journal.entries.map(({ when }) => when);
  refuseUnknown(applied.filter((when) => !shipped.includes(when)));
  const isOlder = applied.length > 0 && shipped.some((when) => when > Math.max(...applied));
  if (isOlder) await excludeOlderMover(client);
  await migrate(drizzle(client), { migrationsFolder });
}

/** The times of the applied migrations, which name them; none in a new database. */
async function appliedTo(client: pg.PoolClient): Promise<number[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<{ when: string }>(
    'select created_at as when from drizzle.__drizzle_migrations',
  );
  return rows.map(({ when }) => Number(when));
}

/** A replica answers every read and refuses the first change. */
async function refuseReadOnly(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ only: string }>(
    `select current_setting('transaction_read_only') as only`,
  );
  if (rows[0]?.only !== 'on') return;
  throw new StartProblem(
    'The database only reads, as a replica does: set DATABASE_URL to the server that takes changes.',
  );
}

/** An older build must not serve on tables of a newer one. */
function refuseUnknown(unknown: readonly number[]): void {
  if (unknown.length === 0) return;
  throw new StartProblem(
    `The database has ${unknown.length} migrations that this version does not know: start the newer version that applied them, or restore a backup from before the update.`,
  );
}
