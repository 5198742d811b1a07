import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../../..');

export const demoEmail = 'demo@clickledger.test';
export const demoPassword = 'a-demo-password-for-the-browser-tests';

/**
 * Starts the built product once for all browser tests, with the demo company, and stops it afterwards. E2E_URL names a
 * running product instead, and E2E_OUTBOX the folder of its mails.
 */
export default async function start(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL) return async () => {};
  const dataDir = await mkdtemp(join(tmpdir(), 'clickledger-e2e-'));
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_DAYS: '40',
      DEMO_PASSWORD: demoPassword,
      SIGN_UPS_PER_HOUR: '1000',
      UV_THREADPOOL_SIZE: '16',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.env.E2E_URL = await addressOf(child);
  process.env.E2E_OUTBOX = join(dataDir, 'outbox');
  child.stdout?.resume();
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The settings until the demo's history is complete: growing figures cannot be compared. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output.');
  const messages: string[] = [];
  let address: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    messages.push(line);
    address ??= /https?:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (address && line.includes('history is complete')) return address;
  }
  throw new Error(`The server ended before its demo was complete:\n${messages.join('\n')}`);
}
