import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClickHouseClient } from '@clickhouse/client';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { type EmbeddedServer, startEmbedded } from '#server/database/embedded.ts';
import { openDataDir } from '#server/platform/data-dir.ts';
import { connectWarehouse, type Warehouse } from '#server/warehouse/connect.ts';

const log = pino({ level: 'silent' });

type Part = 'postgres' | 'warehouse';

/** A copy of these parts of the template, with its secrets, in this folder. */
export async function copyTemplate(path: string, parts: readonly Part[]): Promise<void> {
  const template = inject('storesTemplate');
  await mkdir(path, { recursive: true, mode: 0o700 });
  const sources = ['secrets', ...parts].map((name) => join(template, name));
  // Node's own copy gives the files of the database owner to the copying user.
  await promisify(execFile)('cp', ['-a', ...sources, path]);
}

let started = 0;

async function folderOf(part: Part): Promise<string> {
  started += 1;
  const path = join(inject('storesOfWorkers'), `${process.pid}-${started}`);
  await copyTemplate(path, [part]);
  return path;
}

let server: ReturnType<typeof startServer> | null = null;

/** The one PostgreSQL of this worker. It is stopped when all files have run. */
async function startServer() {
  const dataDir = await openDataDir(await folderOf('postgres'));
  const postgres = await startEmbedded(dataDir, log);
  const admin = new pg.Pool({
    connectionString: urlOf(postgres, 'postgres', 'postgres'),
    max: 1,
    allowExitOnIdle: true,
  });
  return { dataDir, postgres, admin };
}

const urlOf = ({ host, password }: EmbeddedServer, user: string, name: string) =>
  `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`;

/** A database with all tables of its own, in the PostgreSQL of this worker. */
export async function createDatabase(): Promise<Database> {
  server ??= startServer();
  const { dataDir, postgres, admin } = await server;
  const name = `file_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template clickledger owner clickledger`);
  const database = await connectDatabase({
    dataDir,
    databaseUrl: urlOf(postgres, 'clickledger', name),
    log,
  });
  return {
    ...database,
    async stop() {
      await database.stop();
      await admin.query(`drop database ${name} with (force)`);
    },
  };
}

type Engine = { warehouse: Warehouse; columns: string };

const idle: Engine[] = [];

/** An empty engine with all tables: one that an earlier file has returned, or a new one. */
export async function borrowWarehouse(): Promise<Warehouse> {
  const engine = idle.pop() ?? (await startEngine());
  const { warehouse } = engine;
  let isBorrowed = true;
  return {
    ...warehouse,
    async stop() {
      if (!isBorrowed) return;
      isBorrowed = false;
      if (await isEmptied(engine)) idle.push(engine);
      else await warehouse.stop();
    },
  };
}

async function startEngine(): Promise<Engine> {
  const dataDir = await openDataDir(await folderOf('warehouse'));
  const warehouse = await connectWarehouse({ dataDir, log });
  return { warehouse, columns: (await columnsOf(warehouse.writer)).join() };
}

/** Whether it is empty again; an engine whose tables a test has changed is not used again. */
async function isEmptied({ warehouse: { writer }, columns }: Engine): Promise<boolean> {
  if ((await columnsOf(writer)).join() !== columns) return false;
  for (const name of (await tablesOf(writer)).filter((name) => name !== 'schema_migrations')) {
    await writer.command({ query: `TRUNCATE TABLE ${name}` });
  }
  return true;
}

/** Every column with its table. */
async function columnsOf(writer: ClickHouseClient): Promise<string[]> {
  const answer = await writer.query({
    query: `SELECT concat(table, '.', name) AS name FROM system.columns
      WHERE database = currentDatabase() ORDER BY name`,
    format: 'JSONEachRow',
  });
  return (await answer.json<{ name: string }>()).map(({ name }) => name);
}

async function tablesOf(writer: ClickHouseClient): Promise<string[]> {
  const answer = await writer.query({
    query: 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    format: 'JSONEachRow',
  });
  return (await answer.json<{ name: string }>()).map(({ name }) => name);
}
