import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import type { Warehouse } from '#server/warehouse/connect.ts';
import { borrowWarehouse, createDatabase } from './worker-stores.ts';

export type Stores = {
  database: Database;
  pool: pg.Pool;
  warehouse: Warehouse;
  stop(): Promise<void>;
};

export const silent = pino({ level: 'silent' });

/** A real database and a real warehouse with all tables and no rows. */
export async function startStores(): Promise<Stores> {
  const [database, warehouse] = await Promise.all([createDatabase(), borrowWarehouse()]);
  return {
    database,
    pool: database.pool,
    warehouse,
    async stop() {
      await Promise.all([database.stop(), warehouse.stop()]);
    },
  };
}

let shared: Promise<Stores> | null = null;
let users = 0;

/** The stores of a file, shared by all its tests. */
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

/** A new project without any rows. */
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
