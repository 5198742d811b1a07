import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { parseEnv } from '#server/env.ts';
import { openStores } from '#server/stores.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data directory with both stores, migrated and stopped. */
    storesTemplate: string;
  }
}

/** Makes both stores once for all files, which begin with a copy: creating them takes far longer than starting them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-template-'));
  const dataDir = join(folder, 'data');
  const stores = await openStores(parseEnv({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  await stores.stop();
  provide('storesTemplate', dataDir);
  return () => rm(folder, { recursive: true, force: true });
}
