import { hash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type pg from 'pg';
import { joinRunningDatabase } from '../database/join-running.ts';
import { openPool } from '../database/pool.ts';
import { ImportProblem } from './problem.ts';

export type Permission = { key: string; end: () => Promise<void> };

const HOUR = 60 * 60_000;

type Place = { databaseUrl: string | undefined; dataDir: string };

/**
 * Gets an import key for users who can read the running installation's database: it is valid for an hour, extended
 * while the import runs and ended afterwards.
 */
export async function askPermission(
  slug: string,
  place: Place,
  lifetime = HOUR,
): Promise<Permission> {
  const pool = await databaseAt(place);
  const untilWhen = () => new Date(Date.now() + lifetime);
  try {
    await answering(pool);
    const key = await grant(pool, slug, untilWhen());
    const renewing = setInterval(() => {
      pool
        .query('update import_keys set expires_at = $2 where key_hash = $1', [
          hashOf(key),
          untilWhen(),
        ])
        .catch(() => undefined);
    }, lifetime / 4);
    renewing.unref();
    return {
      key,
      async end() {
        clearInterval(renewing);
        await pool
          .query('delete from import_keys where key_hash = $1', [hashOf(key)])
          .catch(() => undefined);
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function grant(pool: pg.Pool, slug: string, expiresAt: Date): Promise<string> {
  const { rows } = await pool.query<{ id: number }>('select id from projects where slug = $1', [
    slug,
  ]);
  const project = rows[0];
  if (!project) throw new ImportProblem(await unknownProject(pool, slug));
  const key = `im_${randomBytes(32).toString('base64url')}`;
  await pool.query('delete from import_keys where expires_at < now()');
  await pool.query(
    'insert into import_keys (key_hash, project_id, expires_at) values ($1, $2, $3)',
    [hashOf(key), project.id, expiresAt],
  );
  return key;
}

async function unknownProject(pool: pg.Pool, slug: string): Promise<string> {
  const { rows } = await pool.query<{ slug: string }>(
    'select slug from projects order by slug limit 10',
  );
  const there = rows.map((row) => row.slug).join(', ');
  return `There is no project "${slug}"${there ? `; there are: ${there}` : ', and no other yet'}.`;
}

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

async function databaseAt({ databaseUrl, dataDir }: Place): Promise<pg.Pool> {
  const running = databaseUrl
    ? openPool({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, max: 2 })
    : await joinRunningDatabase(dataDir);
  if (!running) {
    throw new ImportProblem(
      `The server's database was not found in ${resolve(dataDir)}: start the server, set DATA_DIR as it has it, or give the project's key with --key.`,
    );
  }
  return running;
}

async function answering(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportProblem(
      `The database does not answer (${reason}): start the server, or give the project's key with --key.`,
    );
  }
}
