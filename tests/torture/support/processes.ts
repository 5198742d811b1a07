import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gone, isAlive } from '#server/processes.ts';

/** These processes and everything they started. Only the living are in it. */
export function familyOf(roots: readonly number[]): number[] {
  const parents = parentsOfAll();
  const family = new Set(roots.filter(isAlive));
  for (let grown = -1; grown !== family.size; ) {
    grown = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  return [...family];
}

/** The engine and the database that a data directory names, the crashed ones' leftovers included. */
export function storesOf(dataDir: string): number[] {
  const pidIn = (file: string) => {
    const path = join(dataDir, file);
    return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0;
  };
  return [pidIn('engine/pid'), pidIn('postgres/postmaster.pid')].filter((pid) => pid > 0);
}

/** Kills by pid, in the order given, and waits until the last is gone. */
export async function killAll(pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGKILL');
  const ended = await Promise.all(pids.map((pid) => gone(pid, 10_000)));
  if (ended.includes(false)) throw new Error('A killed process did not end.');
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  }
}

function parentsOfAll(): [pid: number, parent: number][] {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').flatMap(parentOf);
  const table = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => [pid, parent]);
}

function parentOf(entry: string): [number, number][] {
  if (!/^\d+$/.test(entry)) return [];
  try {
    const text = readFileSync(`/proc/${entry}/stat`, 'utf8');
    const parent = text.slice(text.lastIndexOf(')') + 2).split(' ')[1];
    return [[Number(entry), Number(parent)]];
  } catch {
    return [];
  }
}
