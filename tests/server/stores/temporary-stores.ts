import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ClickHouseClient } from '@clickhouse/client';
import pino from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { type DataDir, openDataDir } from '#server/platform/data-dir.ts';
import { connectWarehouse, type Warehouse } from '#server/warehouse/connect.ts';
import type { ReadLimits } from '#server/warehouse/engine-messages.ts';
import { copyTemplate } from '#tests/support/worker-stores.ts';

export const log = pino({ level: 'silent' });

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-stores-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The same with a database in it, for tests that do not test its creation. */
export async function folderWithDatabase(): Promise<string> {
  const folder = await temporaryFolder();
  await copyTemplate(folder, ['postgres']);
  return folder;
}

/** An open DATA_DIR, closed after the test unless the test closed it. */
export async function openTemporary(path?: string): Promise<DataDir> {
  const dataDir = await openDataDir(path ?? (await temporaryFolder()));
  onTestFinished(() => dataDir.close());
  return dataDir;
}

export async function startDatabase(dataDir: DataDir): Promise<Database> {
  const database = await connectDatabase({ dataDir, log });
  onTestFinished(() => database.stop());
  return database;
}

export async function startWarehouse(
  dataDir: DataDir,
  readLimits: Partial<ReadLimits> = {},
): Promise<Warehouse> {
  const warehouse = await connectWarehouse({ dataDir, log, readLimits });
  onTestFinished(() => warehouse.stop());
  return warehouse;
}

/** One engine for all tests of a file; its clients exist while a test runs. */
export function sharedWarehouse(readLimits: Partial<ReadLimits> = {}): () => Warehouse {
  let folder = '';
  let dataDir: DataDir | null = null;
  let warehouse: Warehouse | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clickledger-stores-'));
    dataDir = await openDataDir(folder);
    warehouse = await connectWarehouse({ dataDir, log, readLimits });
  });
  afterAll(async () => {
    await warehouse?.stop();
    await dataDir?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (!warehouse) throw new Error('The warehouse was not started.');
    return warehouse;
  };
}

/** A table like the product's own: durable, with insert deduplication. */
export const notes = `CREATE TABLE IF NOT EXISTS notes (id UInt64, text String)
  ENGINE = MergeTree ORDER BY id SETTINGS
  non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1`;

export async function rowsOf<Row>(
  client: ClickHouseClient,
  query: string,
  parameters: Record<string, unknown> = {},
): Promise<Row[]> {
  const answer = await client.query({ query, query_params: parameters, format: 'JSONEachRow' });
  return answer.json<Row>();
}

export async function countOf(client: ClickHouseClient, table: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(client, `SELECT count() AS n FROM ${table}`);
  return row?.n ?? Number.NaN;
}

/** Computes as long as the limits allow. */
export const endless = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 3';

export type AppOutput = { database?: number; warehouse?: number; refused?: string };

/** Another process that opens a DATA_DIR and its stores, prints one line, and waits. */
export async function startApp(
  path: string,
  ...stores: string[]
): Promise<[ChildProcess, AppOutput]> {
  const script = join(import.meta.dirname, 'app.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, path, ...stores], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return [child, JSON.parse(line) as AppOutput];
  }
  throw new Error('The app said nothing.');
}

export async function killApp(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
