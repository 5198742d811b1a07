import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** False for a process that is gone, and for one that is dead but not yet collected. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false;
  }
  return statOf(pid)?.[0] !== 'Z';
}

/**
 * When a process began, as opaque text: with the pid it names a process that no later one
 * can be mistaken for. Null where the system does not tell.
 */
export function startOf(pid: number): string | null {
  const stat = statOf(pid);
  if (stat) return stat[19] ?? null;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** The working directory of a process, or null where the system does not tell. */
export function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Waits until a process is gone; false when it outlives the time. */
export async function gone(pid: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (isAlive(pid)) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The fields of /proc/<pid>/stat from the state on; the name before it may hold spaces. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
