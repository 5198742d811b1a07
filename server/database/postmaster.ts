import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { gone, isAlive, isCode, workingDirectory } from '../processes.ts';

/** A running PostgreSQL server as its postmaster.pid describes it. */
export type Postmaster = { pid: number; host: string; port: number; ready: boolean };

export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) return null;
  const [pid, , , port, host, , , status] = text.split('\n').map((line) => line.trim());
  return { pid: Number(pid), host: host ?? '', port: Number(port), ready: status === 'ready' };
}

/**
 * What a crash of the app left behind: the living server when it answers for this data,
 * otherwise null, after it was stopped.
 */
export async function adoptOrStop(data: string, password: string): Promise<Postmaster | null> {
  const left = await readPostmaster(data);
  if (!left || !isAlive(left.pid)) return null;
  if (await answers(left, data, password)) return left;

  const folder = workingDirectory(left.pid);
  if (folder !== null && folder !== (await realpath(data))) {
    await rm(join(data, 'postmaster.pid'));
    return null;
  }
  await stopPostmaster(left.pid);
  return null;
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

async function answers(server: Postmaster, data: string, password: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const client = new pg.Client({
      ...{ host: server.host, port: server.port, user: 'postgres', database: 'postgres', password },
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return rows[0]?.data_directory === data;
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
