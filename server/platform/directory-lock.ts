import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, isCode, startOf } from './processes.ts';

/** `realm` names the pid namespace of `pid`: one boot of one machine or container. */
type Owner = { token: string; pid: number; started: string | null; realm: string };

export type Lock = { release(): void };

const BEAT = 400;
const WATCH = 1_500;
const SETTLE = 60;

/**
 * Locks a directory for this process, or answers which process holds it.
 *
 * The lock is a file, so it survives a crash of its owner. A process on the same machine is recognised by pid and start
 * time, one in another container by regular updates of the file's time. A refused process leaves no files behind.
 */
export async function lockDirectory(directory: string): Promise<Lock | { heldBy: number }> {
  const file = join(directory, 'lock');
  const mine: Owner = {
    token: randomUUID(),
    pid: process.pid,
    started: startOf(process.pid),
    realm: realm(),
  };
  const present = read(file);
  if (present) {
    if (await holds(file, present)) return { heldBy: present.pid };
    return takeOver(file, present, mine);
  }
  const draft = write(file, mine);
  try {
    linkSync(draft, file);
    return keepAlive(file, mine);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return lockDirectory(directory);
  } finally {
    unlinkSync(draft);
  }
}

/** Two processes may both find the same stale lock: the last one to replace it owns it. */
async function takeOver(file: string, stale: Owner, mine: Owner) {
  const draft = write(file, mine);
  const now = read(file);
  if (now && now.token !== stale.token) {
    unlinkSync(draft);
    return { heldBy: now.pid };
  }
  renameSync(draft, file);
  await delay(SETTLE);
  const settled = read(file);
  return settled?.token === mine.token ? keepAlive(file, mine) : { heldBy: settled?.pid ?? 0 };
}

function keepAlive(file: string, mine: Owner): Lock {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      clearInterval(beat);
    }
  }, BEAT);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      if (read(file)?.token === mine.token) unlinkSync(file);
    },
  };
}

async function holds(file: string, owner: Owner): Promise<boolean> {
  if (owner.realm === realm()) {
    return isAlive(owner.pid) && (owner.started === null || owner.started === startOf(owner.pid));
  }
  const before = timeOf(file);
  await delay(WATCH);
  return timeOf(file) !== before;
}

function realm(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function read(file: string): Owner | null {
  const unknown = { token: '', pid: 0, started: '', realm: realm() };
  try {
    const written: Partial<Owner> | null = JSON.parse(readFileSync(file, 'utf8'));
    return { ...unknown, ...written };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    if (error instanceof SyntaxError) return unknown;
    throw error;
  }
}

function write(file: string, owner: Owner): string {
  const draft = `${file}.${owner.token}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  writeSync(descriptor, JSON.stringify(owner));
  fsyncSync(descriptor);
  closeSync(descriptor);
  return draft;
}

function timeOf(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
