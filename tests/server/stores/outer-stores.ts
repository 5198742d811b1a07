import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/project-root.ts';
import { startEngine } from '#server/warehouse/embedded.ts';
import {
  folderWithDatabase,
  log,
  openTemporary,
  startDatabase,
  temporaryFolder,
} from './temporary-stores.ts';

/** The settings of processes that share outer stores, and the database itself. */
export async function outerStores() {
  const dataDir = await openTemporary(await folderWithDatabase());
  const database = await startDatabase(dataDir);
  const engine = await startEngine(dataDir, log);
  onTestFinished(() => engine.stop());
  const address = `127.0.0.1:${await engine.port()}`;
  const { writer, reader } = engine.passwords;
  const settings = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: `http://writer:${writer}@${address}`,
    CLICKHOUSE_READER_URL: `http://reader:${reader}@${address}/clickledger`,
    PIXEL_SECRET_KEY: 'one key for both processes of this test',
    ANALYTICS_SECRET_KEY: 'one key for both processes of this test',
  };
  return { settings, pool: database.pool };
}

/** A process of the product; resolves with its address when it has started. */
export async function startProcess(settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: await temporaryFolder(),
      PORT: '0',
      DEMO: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Clickledger is at (\S+)$/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('The process ended before it had started.');
}
