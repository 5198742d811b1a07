import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { readPostmaster, stopPostmaster } from '#server/database/postmaster.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openStores } from '#server/stores.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data directory with both stores, migrated and stopped. */
    storesTemplate: string;
    /** The folder of the data directories that workers share among files. */
    storesOfWorkers: string;
  }
}

/**
 * Creates both stores once; every file starts from a copy, because creating them takes far longer than starting them.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-template-'));
  const dataDir = join(folder, 'data');
  const stores = await openStores(parseEnv({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  await stores.stop();
  provide('storesTemplate', dataDir);
  const workers = join(folder, 'workers');
  await mkdir(workers);
  provide('storesOfWorkers', workers);
  return async () => {
    await stopDatabases(workers);
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
}

/** The engine ends with its worker; PostgreSQL runs in a session of its own and has to be stopped. */
async function stopDatabases(workers: string): Promise<void> {
  for (const name of await readdir(workers)) {
    const server = await readPostmaster(join(workers, name, 'postgres'));
    if (server) await stopPostmaster(server.pid);
  }
}
