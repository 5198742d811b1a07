import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { familyOf, storesOf } from './processes.ts';
import { exitOf, outputOf, root } from './product.ts';

/** Whoever runs npm: a user other than us only where we are root. */
export type Person = { uid: number; gid: number; home: string } | null;

export type Started = {
  child: ChildProcess;
  url: string;
  /** From the command to the first 200 of `/readyz`, in milliseconds. */
  readyAfter: number;
  said(pattern: RegExp): Promise<RegExpExecArray>;
};

/** The last commit, cloned as a person would. Changes that are not committed are not in it. */
export function cloneTo(folder: string, person: Person = null): void {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  if (person) execFileSync('chown', ['-R', `${person.uid}:${person.gid}`, folder]);
}

/** A command in a clone, in an environment as small as that of a fresh machine; `npm start` alone if none is named. */
export function spawnIn(folder: string, person: Person, command = ['npm', 'start']): ChildProcess {
  const [file = 'npm', ...args] = command;
  return spawn(file, args, {
    cwd: folder,
    ...(person ? { uid: person.uid, gid: person.gid } : {}),
    env: {
      PATH: process.env.PATH,
      HOME: person?.home ?? process.env.HOME,
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      PORT: '0',
    },
    // A process group of its own, as a terminal makes one: Ctrl-C reaches all of it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function startIn(
  folder: string,
  person: Person,
  command?: string[],
): Promise<Started> {
  const began = performance.now();
  const child = spawnIn(folder, person, command);
  const said = outputOf(child);
  const [, url = ''] = await said(/Clickledger is at (http:\/\/[\d.]+:\d+)/);
  while ((await fetch(`${url}/readyz`).catch(() => null))?.status !== 200) await delay(50);
  return { child, url, said, readyAfter: performance.now() - began };
}

/** Ends it as a person does (Ctrl-C) or as a service manager does (SIGTERM to npm alone). */
export async function endIn(
  { child }: Started,
  folder: string,
  how: 'Ctrl-C' | 'SIGTERM',
): Promise<{ took: number; left: number }> {
  const family = familyIn(child, folder);
  const began = performance.now();
  if (how === 'Ctrl-C' && child.pid) process.kill(-child.pid, 'SIGINT');
  else child.kill('SIGTERM');
  await Promise.race([exitOf(child), delay(20_000)]);
  // npm may go before the product does: it gets the rest of ten seconds.
  while (familyOf(family).length > 0 && performance.now() - began < 10_000) await delay(50);
  return { took: performance.now() - began, left: familyOf(family).length };
}

/** The processes of a clone: what the command started, and the stores that its data directory names. */
export const familyIn = (child: ChildProcess | null, folder: string): number[] =>
  familyOf([
    ...(child?.pid && child.exitCode === null && child.signalCode === null ? [child.pid] : []),
    ...storesOf(join(folder, 'data')),
  ]);
