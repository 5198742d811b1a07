import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { isAlive } from '../processes.ts';
import { sharedFolder } from './account.ts';
import { readPostmaster } from './postmaster.ts';

/**
 * The embedded database of an app that is running right now, for commands that work beside it; null when none is.
 * It takes no lock: the app keeps its directory.
 */
export async function joinRunningDatabase(dataDir: string): Promise<pg.Pool | null> {
  const directory = resolve(dataDir);
  const secret = (name: string) =>
    readFile(join(directory, 'secrets', name), 'utf8').catch(() => '');
  const id = (await secret('installation')).replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 16);
  for (const home of [directory, ...(id ? [join(sharedFolder, id)] : [])]) {
    const server = await readPostmaster(join(home, 'postgres'));
    if (!server?.ready || !isAlive(server.pid)) continue;
    const { host, port } = server;
    const password = await secret('postgres');
    const name = 'clickledger';
    return new pg.Pool({ host, port, password, user: name, database: name, max: 4 });
  }
  return null;
}
