import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { parseEnv } from '#server/env.ts';
import { openStores } from '#server/stores.ts';
import type { Warehouse } from '#server/warehouse/connect.ts';

export type Stores = {
  database: Database;
  pool: pg.Pool;
  warehouse: Warehouse;
  stop(): Promise<void>;
};

export const silent = pino({ level: 'silent' });

/** A real PostgreSQL and a real warehouse with all tables, in a directory of their own. */
export async function startStores(): Promise<Stores> {
  const path = await mkdtemp(join(tmpdir(), 'clickledger-'));
  const dataDir = join(path, 'data');
  // Node's own copy gives what belongs to the owner of the database to whoever copies.
  await promisify(execFile)('cp', ['-a', inject('storesTemplate'), dataDir]);
  const env = parseEnv({ DATA_DIR: dataDir });
  const { database, warehouse, stop } = await openStores(env, silent);
  return {
    database,
    pool: database.pool,
    warehouse,
    async stop() {
      await stop();
      await rm(path, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Stores> | null = null;
let users = 0;

/** The stores of this process, for every file that asks; a project of its own keeps a test apart from others. */
export function sharedStores(): () => Stores {
  let stores: Stores | null = null;
  beforeAll(async () => {
    users += 1;
    shared ??= startStores();
    stores = await shared;
  });
  afterAll(async () => {
    users -= 1;
    if (users > 0) return;
    shared = null;
    await stores?.stop();
  });
  return () => {
    if (!stores) throw new Error('The stores are started before the first test, not earlier.');
    return stores;
  };
}

export type TestProject = { id: number; slug: string; timezone: string; currency: string };

/** A project that nothing else belongs to yet. */
export async function addProject(
  pool: pg.Pool,
  { timezone = 'America/New_York', currency = 'USD' } = {},
): Promise<TestProject> {
  const slug = `p-${randomBytes(6).toString('hex')}`;
  const { rows } = await pool.query<{ id: number }>(
    `insert into projects (name, slug, timezone, currency, collect_key_hash, collect_key_start)
     values ($1, $1, $2, $3, $4, $1) returning id`,
    [slug, timezone, currency, randomBytes(32)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('PostgreSQL gave the project no id.');
  return { id, slug, timezone, currency };
}
