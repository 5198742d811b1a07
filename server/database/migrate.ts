import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { projectRoot } from '../platform/project-root.ts';
import { StartProblem } from '../platform/start-problem.ts';

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
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined);
    client.release();
  }
}

/** Applies the migrations of the database. */
export const migrateDatabase = (pool: pg.Pool): Promise<void> =>
  withMigrationLock(pool, applyMigrations);

/** Applies the migrations on a connection that holds the lock. */
export async function applyMigrations(client: pg.PoolClient): Promise<void> {
  await refuseUnknown(client);
  await migrate(drizzle(client), { migrationsFolder });
}

/** An older build must not serve on tables of a newer one. */
async function refuseUnknown(client: pg.PoolClient): Promise<void> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!tables[0]?.exists) return;
  const journal: { entries: { when: number }[] } = JSON.parse(
    await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  );
  const { rows } = await client.query<{ unknown: number }>(
    'select count(*)::int as unknown from drizzle.__drizzle_migrations where created_at <> all($1::bigint[])',
    [journal.entries.map(({ when }) => when)],
  );
  if (rows[0]?.unknown) {
    throw new StartProblem(
      `The database has ${rows[0].unknown} migrations that this version does not know: start the newer version that applied them, or restore a backup from before the update.`,
    );
  }
}
