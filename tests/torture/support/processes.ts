import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, waitUntilGone, workingDirectory } from '#server/platform/processes.ts';

/** These processes and all their children. Only running ones, and never the system's first two. */
export function processTree(roots: readonly number[]): number[] {
  const parents = parentsOfAll();
  const family = new Set(roots.filter((pid) => pid > 2 && isAlive(pid)));
  for (let grown = -1; grown !== family.size; ) {
    grown = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  return [...family];
}

/** The engine and the database of a data directory, including leftovers of crashes. */
export function storeProcesses(dataDir: string): number[] {
  const named = ['engine/pid', 'postgres/postmaster.pid'].flatMap((file) => {
    const path = join(dataDir, file);
    return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : [];
  });
  // Such a file outlives its process, whose number may be reused.
  return named.filter((pid) => {
    const folder = workingDirectory(pid);
    return folder === null ? !existsSync('/proc') : folder.startsWith(dataDir);
  });
}

/** Kills by pid, in the order given, and waits until the last has ended. */
export async function killAll(pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGKILL');
  const ended = await Promise.all(pids.map((pid) => waitUntilGone(pid, 60_000)));
  if (ended.includes(false)) throw new Error('A killed process did not end.');
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    // 0 and below name process groups, this one's own among them.
    if (pid <= 2) throw new Error(`The rig would have sent ${signal} to ${pid}.`);
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended by itself.
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

/** The peak memory of a process in MiB; 0 where the system does not report it. */
export function peakMemoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
