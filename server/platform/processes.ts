import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

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

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Lets this process work when others leave the processor to it. A priority is a thread's, which those that it makes
 * take over, so each that is there gets it. Linux may share the processor among sessions first and among the threads of
 * each only then: the session of a process that leads one gives way, too.
 */
export function giveWay(): void {
  const nice = Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
  for (const thread of threads()) {
    unlessRefused(() => setPriority(thread, nice));
  }
  if (statOf(process.pid)?.[3] === String(process.pid)) {
    unlessRefused(() => writeFileSync('/proc/self/autogroup', String(nice)));
  }
}

/** Those of this process; where the system does not tell, the process as a whole. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/** A thread that has ended meanwhile, or a system that knows no such thing or lets nobody change it, changes nothing. */
function unlessRefused(change: () => void): void {
  try {
    change();
  } catch {
    // Whoever cannot give way goes on as before.
  }
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
