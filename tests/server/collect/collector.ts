import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { unknownSurroundings } from '#server/collect/geo/surroundings.ts';
import { createInbox } from '#server/collect/inbox.ts';
import { createKeyRing } from '#server/collect/keys.ts';
import { collectRoutes } from '#server/collect/routes.ts';
import { openDataDir } from '#server/data-dir.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { appOf } from '#tests/support/app.ts';
import { silent } from '#tests/support/stores.ts';

export const collectKey = 'ck_test_key';
const projectSlug = 'acme';
export const noon = new Date('2026-11-20T12:00:00Z');

export type Collector = {
  app: FastifyInstance;
  pool: pg.Pool;
  dataDir: string;
  databasePid: () => number;
  /** How often the mover would have been woken. */
  wakes: () => number;
  stop: () => Promise<void>;
};

/** A collector over a real PostgreSQL of its own, with one project. */
export async function startCollector(): Promise<Collector> {
  const path = await mkdtemp(join(tmpdir(), 'clickledger-collect-'));
  const dataDir = await openDataDir(join(path, 'data'));
  const database = await connectDatabase({ dataDir, log: silent });
  await migrateDatabase(database.pool);
  await addProject(database.pool, projectSlug, collectKey);
  let wakes = 0;
  const app = await appOver(
    database.pool,
    () => noon,
    () => {
      wakes += 1;
    },
  );
  return {
    app,
    pool: database.pool,
    dataDir: dataDir.path,
    databasePid: () => database.pid() ?? 0,
    wakes: () => wakes,
    async stop() {
      await app.close();
      await database.stop();
      await dataDir.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

export const appOver = (
  pool: pg.Pool,
  now: () => Date = () => noon,
  wake: () => void = () => undefined,
) =>
  appOf([
    (app) =>
      collectRoutes(app, {
        pool,
        inbox: createInbox({ pool, now, wake, log: silent }),
        keys: createKeyRing({ pool, now }),
        now,
        surroundings: unknownSurroundings,
      }),
  ]);

export async function addProject(pool: pg.Pool, slug: string, key: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into projects (name, slug, collect_key_hash, collect_key_start) values ($1, $1, $2, 'ck_')
     on conflict (slug) do update set collect_key_hash = excluded.collect_key_hash returning id`,
    [slug, hash('sha256', key, 'buffer')],
  );
  return rows[0]?.id ?? 0;
}

export const post = (
  app: FastifyInstance,
  events: readonly unknown[],
  query = '',
  key = collectKey,
) =>
  app.inject({
    method: 'POST',
    url: `/api/v1/collect/server/${query}`,
    headers: { authorization: `Token ${key}` },
    payload: { events },
  });
