import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { killAll, processTree, storeProcesses } from './processes.ts';
import { exitOf, outputOf, root } from './product.ts';

/** The user who runs npm: another one only where we are root. */
export type UnixUser = { uid: number; gid: number; home: string } | null;

export type StartedProduct = {
  child: ChildProcess;
  url: string;
  /** From the command to the first 200 of `/readyz`, in milliseconds. */
  readyAfter: number;
  output(pattern: RegExp): Promise<RegExpExecArray>;
};

export type Clone = {
  folder: string;
  /** A command in the clone, with the minimal environment of a fresh machine. */
  spawn(command: readonly string[]): ChildProcess;
  /** Starts the product, by `npm start` if no other command is named, and waits until it is ready. */
  start(command?: readonly string[]): Promise<StartedProduct>;
  /** Ends it like a person (Ctrl-C) or like a service manager (SIGTERM to the command only). */
  end(started: StartedProduct, how: 'Ctrl-C' | 'SIGTERM'): Promise<{ took: number; left: number }>;
  remove(): Promise<void>;
};

/** A clone of the last commit. Uncommitted changes are not in it. */
export function cloneTo(folder: string, person: UnixUser): Clone {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  if (person) execFileSync('chown', ['-R', `${person.uid}:${person.gid}`, folder]);
  const children: ChildProcess[] = [];
  const family = () => {
    const living = children.filter((child) => child.exitCode === null && child.signalCode === null);
    return processTree([
      ...living.flatMap(({ pid }) => pid ?? []),
      ...storeProcesses(join(folder, 'data')),
    ]);
  };

  const spawnIt = ([file = 'npm', ...args]: readonly string[]) => {
    const child = spawn(file, args, {
      cwd: folder,
      ...(person ? { uid: person.uid, gid: person.gid } : {}),
      env: {
        PATH: process.env.PATH,
        HOME: person?.home ?? process.env.HOME,
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
        PORT: '0',
      },
      // A process group of its own, like that of a terminal: Ctrl-C reaches all of it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };

  return {
    folder,
    spawn: spawnIt,
    async start(command = ['npm', 'start']) {
      const began = performance.now();
      const child = spawnIt(command);
      const waitForOutput = outputOf(child);
      const [, url = ''] = await waitForOutput(/Clickledger is at (http:\/\/[\d.]+:\d+)/);
      while ((await fetch(`${url}/readyz`).catch(() => null))?.status !== 200) await delay(50);
      return { child, url, output: waitForOutput, readyAfter: performance.now() - began };
    },
    async end({ child }, how) {
      const all = family();
      const began = performance.now();
      if (how === 'Ctrl-C' && child.pid) process.kill(-child.pid, 'SIGINT');
      else child.kill('SIGTERM');
      await Promise.race([exitOf(child), delay(20_000)]);
      // The command may end before the product does, which gets the rest of ten seconds.
      while (processTree(all).length > 0 && performance.now() - began < 10_000) await delay(50);
      return { took: performance.now() - began, left: processTree(all).length };
    },
    async remove() {
      // A process that is killed during a start leaves its child behind: look again.
      while (family().length > 0) await killAll(family());
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
