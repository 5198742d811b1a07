import { rmSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isAlive, isCode, waitUntilGone, workingDirectory } from '../platform/processes.ts';

/** A running PostgreSQL server as described by its postmaster.pid. */
export type Postmaster = { pid: number; ready: boolean };

export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const lines = await linesOf(join(data, 'postmaster.pid'));
  return lines && { pid: Number(lines[0]), ready: lines[7] === 'ready' };
}

async function linesOf(file: string): Promise<string[] | null> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  return text === null ? null : text.split('\n').map((line) => line.trim());
}

/**
 * The folder of the socket. It lies in the data folder, which only the server's user and the app can enter; a path too
 * long for a socket gets a short alias.
 */
export async function socketFolder(data: string): Promise<string> {
  if (Buffer.byteLength(data) < 80) return data;
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await symlink(data, join(folder, 'data'));
  return join(folder, 'data');
}

/** Handles the server that a crashed app left behind: returns it when it answers, else stops it and returns null. */
export async function adoptOrStop(
  data: string,
  host: string,
  password: string,
): Promise<Postmaster | null> {
  const left = await readPostmaster(data);
  if (left && isAlive(left.pid)) {
    if (await answers(host, password)) return left;
    if (workingDirectory(left.pid) === (await realpath(data))) await stopPostmaster(left.pid);
  }
  for (const name of locks) await forgetDead(data, name);
  return null;
}

/** Both begin with the server's pid, and neither lets another server start while a process has that pid. */
const locks = ['postmaster.pid', '.s.PGSQL.5432.lock'];

/**
 * Deletes the lock files of a dead server: its process is gone or a zombie, or another process has its pid, as after a
 * restart of the machine or in a copy of the folder. A file that names no process is what a power cut left.
 */
async function forgetDead(data: string, name: string): Promise<void> {
  const lock = join(data, name);
  const lines = await linesOf(lock);
  if (!lines) return;
  const pid = Number(lines[0]);
  const folder = pid > 0 && isAlive(pid) ? workingDirectory(pid) : '';
  if (folder !== null && folder !== (await realpath(data))) await rm(lock, { force: true });
}

/** Fast shutdown, then immediate shutdown, then SIGKILL. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, 'SIGCONT');
      process.kill(pid, signal);
    } catch (error) {
      if (isCode(error, 'ESRCH')) return;
      throw error;
    }
    if (await waitUntilGone(pid, patience)) return;
  }
}

async function answers(host: string, password: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const client = new pg.Client({
      host,
      user: 'postgres',
      database: 'postgres',
      password,
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      const starting = isCode(error, '57P03');
      if (!starting) return false;
      await delay(100);
    } finally {
      client.end().catch(() => undefined);
    }
  }
  return false;
}
