import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** False for a process that is gone and for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false;
  }
  return statOf(pid)?.[0] !== 'Z';
}

/**
 * The start time of a process as opaque text: together with the pid it identifies a process. Null if the system does
 * not tell.
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

/** The working directory of a process; null if unknown. */
export function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** The processes whose working directory this is; none if the system does not tell. */
export function processesIn(folder: string): number[] {
  try {
    const path = realpathSync(folder);
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => workingDirectory(pid) === path);
  } catch {
    return [];
  }
}

/**
 * The processes of a server in its folder: its descendants, and what runs its program, as its children do when it is
 * gone. Others in this folder, such as an operator's shell, are not of them.
 */
export function processesOf(
  server: number,
  { folder, program }: { folder: string; program: string },
): number[] {
  const runs = programPath(program);
  return processesIn(folder).filter(
    (pid) => pid === server || isBelow(pid, server) || (runs !== null && programOf(pid) === runs),
  );
}

function programPath(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}

/** The program of a process, also after its file was replaced. */
function programOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
}

function isBelow(pid: number, ancestor: number): boolean {
  let parent = parentOf(pid);
  while (parent > 1 && parent !== ancestor) parent = parentOf(parent);
  return parent === ancestor && ancestor > 1;
}

const parentOf = (pid: number): number => Number(statOf(pid)?.[1] ?? 0);

/** Kills a process, which may be gone already. */
export function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error;
  }
}

/** Waits until a process is gone; false when it is still alive after that time. */
export async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (isAlive(pid)) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Lowers the priority of this process. A priority belongs to a thread and is inherited by threads it starts, so every
 * present thread is set. Linux may share the processor among sessions before threads: for a session leader the
 * session's priority is lowered, too.
 */
export function lowerPriority(): void {
  const nice = Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
  for (const thread of threads()) {
    unlessRefused(() => setPriority(thread, nice));
  }
  if (statOf(process.pid)?.[3] === String(process.pid)) {
    unlessRefused(() => writeFileSync('/proc/self/autogroup', String(nice)));
  }
}

/** The threads of this process; where the system does not list them, the process itself. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/** Ignores ended threads, and systems without priorities or the right to change them. */
function unlessRefused(change: () => void): void {
  try {
    change();
  } catch {
    // Without lower priority the process works as before.
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
