import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { projectRoot } from '../platform/project-root.ts';

/** An arbitrary number, the same in every process that migrates. */
const lock = 4_017_225;

/** Applies the migrations. drizzle takes no lock of its own, and several processes may start at once. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await migrate(drizzle(client), {
      migrationsFolder: join(projectRoot, 'server', 'database', 'migrations'),
    });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined);
    client.release();
  }
}
