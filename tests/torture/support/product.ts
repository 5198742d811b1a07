import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { killAll, processTree, storeProcesses } from './processes.ts';

export const root = resolve(import.meta.dirname, '../../..');

/** A module of `faults/` that the product loads first: it removes a safeguard or prolongs a short moment. */
export type Fault =
  | 'ack-early'
  | 'ignored-lock'
  | 'cut-answers'
  | 'cut-sockets'
  | 'exit-at-once'
  | 'forget-deliveries'
  | 'hold-company'
  | 'hold-delete'
  | 'no-http-limits'
  | 'no-timeouts'
  | 'no-dummy-hash'
  | 'no-tokens'
  | 'no-transactions'
  | 'slow-statements';

export type RunningProduct = {
  url: string;
  pid: number;
  child: ChildProcess;
  /** Waits until its output holds a text. */
  outputHas(text: string): Promise<void>;
  /** From the start of the process to the first 200 of `/readyz`, in milliseconds. */
  readyAfter: number;
};

export type Installation = {
  dataDir: string;
  /** Starts the built product on this directory and waits until it is ready. */
  start(...faults: Fault[]): Promise<RunningProduct>;
  /** Starts it without waiting. */
  spawn(...faults: Fault[]): ChildProcess;
  spawnOn(port: number): ChildProcess;
  /** The running processes of the product on this directory: app, engine, database and its workers. */
  processes(): number[];
  /** Ends all running processes and removes the directory. */
  remove(): Promise<void>;
};

/** A data directory of its own for the built product, and its settings. */
export async function createInstallation(
  parent = tmpdir(),
  settings: Record<string, string> = {},
): Promise<Installation> {
  const dataDir = await mkdtemp(join(parent, 'clickledger-torture-'));
  // Root runs the database as another user, who has to reach it.
  await chmod(dataDir, 0o711);
  const children: ChildProcess[] = [];

  const spawnProduct = (port: number, faults: readonly Fault[]) => {
    const child = spawn(process.execPath, [...flagsFor(faults), mainFile], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        UV_THREADPOOL_SIZE: '16',
        DATA_DIR: dataDir,
        PORT: String(port),
        DEMO: '0',
        // The rigs send more than one network may.
        COLLECT_RATE_NETWORK: '1000000',
        COLLECT_RATE_PIXEL: '1000000',
        LOG_LEVEL: process.env.TORTURE_LOG ?? 'silent',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (process.env.TORTURE_LOG) child.stderr.pipe(process.stderr);
    if (process.env.TORTURE_LOG) child.stdout.pipe(process.stderr);
    children.push(child);
    return child;
  };
  const processes = () => {
    // The number of an ended child may be reused.
    const living = children.filter((child) => child.exitCode === null && child.signalCode === null);
    return processTree([...living.flatMap(({ pid }) => pid ?? []), ...storeProcesses(dataDir)]);
  };

  return {
    dataDir,
    spawn: (...faults) => spawnProduct(0, faults),
    spawnOn: (port) => spawnProduct(port, []),
    processes,
    async start(...faults) {
      const began = performance.now();
      const child = spawnProduct(0, faults);
      const says = outputOf(child);
      const [, url = ''] = await says(/Clickledger is at (http:\/\/[\d.]+:\d+)/);
      await untilReady(url, child);
      return {
        url,
        child,
        pid: child.pid ?? 0,
        readyAfter: performance.now() - began,
        outputHas: async (text) => {
          await says(new RegExp(text));
        },
      };
    },
    async remove() {
      await killAll(processes());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits for the end of a process; null when it was killed. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** SIGTERM, and the code with which it ended. */
export async function stopGently(running: RunningProduct): Promise<number | null> {
  running.child.kill('SIGTERM');
  return exitOf(running.child);
}

/** The rigs start the bundle like a person; it is built when a source has changed. */
export function buildProduct(): void {
  const script = "import('./scripts/prepare.mjs').then((prepare) => prepare.buildWhenStale())";
  const { status } = spawnSync(process.execPath, ['-e', script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built.');
}

const mainFile = join(root, 'dist', 'server', 'main.js');

const flagsFor = (faults: readonly Fault[]): string[] => {
  const files = faults.map((name) => join(root, 'tests', 'torture', 'faults', `${name}.ts`));
  const modules = files.length > 0 ? ['tsx', ...files] : [];
  return ['--disable-proto=delete', ...modules.flatMap((file) => ['--import', file])];
};

/** Waits for a text in a process's output; fails with all its output when it ends first. */
export function outputOf(child: ChildProcess): (pattern: RegExp) => Promise<RegExpExecArray> {
  let output = '';
  const outputEvents = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
      outputEvents.emit('more');
    });
  }
  return (pattern) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output);
        if (!found) return;
        outputEvents.off('more', look);
        resolve(found);
      };
      outputEvents.on('more', look);
      child.once('exit', (code, signal) =>
        reject(new Error(`The product ended with ${code ?? signal}. It had said:\n${output}`)),
      );
      look();
    });
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    if (child.exitCode !== null) throw new Error('The product ended before it was ready.');
    await delay(20);
  }
}
