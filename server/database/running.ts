import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { isAlive } from '../platform/processes.ts';
import { openPool } from './pool.ts';
import { readPostmaster, socketFolder } from './postmaster.ts';

/**
 * The embedded database of an app that is running right now, for commands that work beside it; null when none is.
 * It takes no lock: the app keeps its directory.
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
