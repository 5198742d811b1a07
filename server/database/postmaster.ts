import { rmSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { gone, isAlive, isCode, workingDirectory } from '../platform/processes.ts';

/** A running PostgreSQL server as its postmaster.pid describes it. */
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
 * The folder to connect to. The server's socket lies in its data, where only its user and we
 * can reach it; a path too long for a socket gets a short name.
 */
export async function socketFolder(data: string): Promise<string> {
  if (Buffer.byteLength(data) < 80) return data;
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await symlink(data, join(folder, 'data'));
  return join(folder, 'data');
}

/**
 * What a crash of the app left behind: the living server when it answers, otherwise null,
 * after it was stopped.
 */
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

/** Both hold the number of the server first, and neither lets another start while a process has that number. */
const locks = ['postmaster.pid', '.s.PGSQL.5432.lock'];

/**
 * Takes away what a server left that is no more: it is dead, but perhaps not yet collected, or somebody else has its
 * number by now, as after a restart of the machine or in a copy of the folder.
 */
async function forgetDead(data: string, name: string): Promise<void> {
  const lock = join(data, name);
  const lines = await linesOf(lock);
  if (!lines) return;
  const pid = Number(lines[0]);
  const folder = isAlive(pid) ? workingDirectory(pid) : '';
  if (folder !== null && folder !== (await realpath(data))) await rm(lock, { force: true });
}

/** Fast shutdown; when that does not end it, immediate shutdown; then the end of the process. */
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
    if (await gone(pid, patience)) return;
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
