import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '#server/platform/project-root.ts';

export type Running = {
  pid: number;
  url: string;
  port: number;
  readyAfter: number;
  /** Whether the server's output contains this text. */
  hasOutput(text: string): boolean;
  stop(): Promise<void>;
};

/** Starts the built product in its own process, as `npm start` does. */
export async function startServer(
  dataDir: string,
  extra: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--disable-proto=delete',
      '--unhandled-rejections=strict',
      join(projectRoot, 'dist/server/main.js'),
    ],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        UV_THREADPOOL_SIZE: '16',
        DEMO: '0',
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        ...extra,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(child, url);
  const readyAfter = performance.now() - began;
  const hasOutput = (text: string) => output.includes(text);
  return { pid: child.pid ?? 0, url, port, readyAfter, hasOutput, stop: () => stop(child) };
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await delay(10);
  }
  throw new Error('The server ended before it was ready.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
