import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createKeyRing } from '#server/collect/key-ring.ts';
import { collectRoutes } from '#server/collect/routes.ts';
import { unknownAddressInfo } from '#server/geo/address-info.ts';
import { createInbox } from '#server/pipeline/inbox.ts';
import { appOf } from '#tests/support/app.ts';
import { silent } from '#tests/support/stores.ts';
import { type Database, startDatabase } from '../accounts/test-app.ts';

export const collectKey = 'ck_test_key';
const projectSlug = 'acme';
export const noon = new Date('2026-11-20T12:00:00Z');

export type Collector = {
  app: FastifyInstance;
  pool: pg.Pool;
  /** How often the mover would have been woken. */
  wakes: () => number;
  stop: () => Promise<void>;
};

/** A collector over a real database, with one project. */
export async function startCollector(database?: Database): Promise<Collector> {
  const { pool, stop } = database ?? (await startDatabase());
  await addProject(pool, projectSlug, collectKey);
  let wakes = 0;
  const app = await appOver(
    pool,
    () => noon,
    () => {
      wakes += 1;
    },
  );
  return {
    app,
    pool,
    wakes: () => wakes,
    async stop() {
      await app.close();
      await stop();
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
        addressInfo: unknownAddressInfo,
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
