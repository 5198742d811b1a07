import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { isAlive } from '../platform/processes.ts';
import { openPool } from './pool.ts';
import { readPostmaster, socketFolder } from './postmaster.ts';

/**
 * The embedded database of a running app, for commands beside it; null when no app runs. It takes no lock, because the
 * app holds the directory.
 */
export async function joinRunningDatabase(dataDir: string): Promise<pg.Pool | null> {
  const directory = resolve(dataDir);
  const data = join(directory, 'postgres');
  const server = await readPostmaster(data);
  if (!server?.ready || !isAlive(server.pid)) return null;
  const host = await socketFolder(data);
  const password = await readFile(join(directory, 'secrets', 'postgres'), 'utf8');
  const name = 'clickledger';
  return openPool({ host, password, user: name, database: name, max: 4 });
}
