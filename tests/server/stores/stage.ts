import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { type DataDir, openDataDir } from '#server/data-dir.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { connectWarehouse, type Warehouse } from '#server/warehouse/connect.ts';
import type { ReadLimits } from '#server/warehouse/engine-messages.ts';

export const log = pino({ level: 'silent' });

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-stores-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An open DATA_DIR, closed after the test unless the test did it. */
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

export type Said = { database?: number; warehouse?: number; refused?: string };

/** Another process that opens a DATA_DIR and its stores, says so in one line, and waits. */
export async function startApp(path: string, ...stores: string[]): Promise<[ChildProcess, Said]> {
  const script = join(import.meta.dirname, 'app.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, path, ...stores], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return [child, JSON.parse(line) as Said];
  }
  throw new Error('The app said nothing.');
}

export async function killApp(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
