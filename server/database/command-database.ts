import type pg from 'pg';
import pino from 'pino';
import { openDataDir } from '../platform/data-dir.ts';
import type { Env } from '../platform/env.ts';
import { connectDatabase } from './connect.ts';
import { joinRunningDatabase } from './join-running.ts';
import { migrateDatabase } from './migrate.ts';
import { openPool } from './pool.ts';

/** Runs a command on the database that the app uses, beside a running app or alone. */
export async function withDatabase<Result>(
  { DATA_DIR, DATABASE_URL }: Env,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const joined = DATABASE_URL
    ? openPool({ connectionString: DATABASE_URL, max: 4 })
    : await joinRunningDatabase(DATA_DIR);
  if (joined) {
    try {
      await migrateDatabase(joined);
      return await work(joined);
    } finally {
      await joined.end();
    }
  }
  const dataDir = await openDataDir(DATA_DIR);
  const log = pino({ level: 'error' }, pino.destination(2));
  const database = await connectDatabase({ dataDir, log });
  try {
    await migrateDatabase(database.pool);
    return await work(database.pool);
  } finally {
    await database.stop();
    await dataDir.close();
  }
}
