import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataDir } from '../platform/data-dir.ts';
import type { Log } from '../platform/logger.ts';
import { isAlive, isCode, killQuietly, processesOf } from '../platform/processes.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { type Binaries, copiedTo, inPlace, shippedPostgres } from './binaries.ts';
import {
  adoptOrStop,
  type Postmaster,
  readPostmaster,
  socketFolder,
  stopPostmaster,
} from './postmaster.ts';
import { type SystemUser, sharedFolder, systemUserFor } from './system-user.ts';

export type EmbeddedServer = {
  /** The folder of its socket. */
  host: string;
  password: string;
  pid(): number;
  /** Kills a server that does not answer; another one is started in its place. */
  replace(): void;
  stop(): Promise<void>;
};

/** A cluster's folder, its binaries and its system user. */
type Cluster = {
  data: string;
  logFile: string;
  binaries: Binaries;
  account: SystemUser | null;
};

const LONGEST_PAUSE = 5_000;

const settings = [
  'listen_addresses=',
  'unix_socket_directories=.',
  'unix_socket_permissions=0700',
  'max_connections=60',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // User input must not reach the log.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

/**
 * Starts the PostgreSQL of an installation without DATABASE_URL: a child process in its own session, so that Ctrl-C
 * reaches only the app and its shutdown decides when the server stops.
 */
export async function startEmbedded(dataDir: DataDir, log: Log): Promise<EmbeddedServer> {
  const data = join(dataDir.path, 'postgres');
  const password = await dataDir.secret('postgres');
  const shipped = await shippedPostgres();
  const account = await systemUserFor(data);
  const binaries = account
    ? await copiedTo(sharedFolder, shipped)
    : ((await inPlace(shipped)) ?? (await copiedTo(dataDir.path, shipped)));
  const cluster = { data, logFile: `${data}.log`, binaries, account };
  if (!(await hasCluster(data, shipped.version))) {
    log.info('creating the database');
    await initialise(cluster, password);
    await syncFolder(dataDir.path);
  }

  const host = await socketFolder(data);
  const launch = () => adoptOrStart(cluster, host, password);
  let server = await launch();

  const stopping = new AbortController();
  const { signal } = stopping;
  let healing: Promise<void> | null = null;
  /** A condition that keeps a server from starting may pass, such as a full disk. */
  const heal = async () => {
    log.error({ pid: server.pid }, 'the database server died and is started again');
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        server = await launch();
        break;
      } catch (error) {
        log.error({ reason: error }, 'the database server did not start');
        const pause = Math.min(LONGEST_PAUSE, 200 * 2 ** attempt);
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    }
    healing = null;
  };
  const watch = setInterval(() => {
    if (!healing && !isAlive(server.pid)) healing = heal();
  }, 100);
  watch.unref();

  const killAll = () => {
    const { pid } = server;
    const all = () => processesOf(pid, { folder: data, program: binaries.postgres });
    const before = all();
    killQuietly(pid);
    // Without its first process the server starts no more of them.
    for (const one of new Set([...before, ...all()])) killQuietly(one);
  };
  /** A process that has to end before its shutdown is done leaves nothing behind that still writes. */
  const killLeft = () => {
    if (isAlive(server.pid)) killAll();
  };
  process.once('exit', killLeft);

  return {
    host,
    password,
    pid: () => server.pid,
    replace() {
      if (healing || signal.aborted || !isAlive(server.pid)) return;
      log.error({ pid: server.pid }, 'the database server is silent and is killed');
      killAll();
    },
    async stop() {
      clearInterval(watch);
      stopping.abort();
      await healing;
      await stopPostmaster(server.pid);
      process.off('exit', killLeft);
      if (host !== data) await rm(dirname(host), { recursive: true, force: true });
    },
  };
}

/** True for a cluster of this major version, false for none. */
async function hasCluster(data: string, version: string): Promise<boolean> {
  const files = await readdir(data).catch((error) => {
    if (isCode(error, 'ENOENT')) return [];
    if (isCode(error, 'ENOTDIR')) return [basename(data)];
    throw error;
  });
  if (files.length === 0) return false;
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '');
  if (found.trim() === '') {
    throw new StartProblem(`The database in ${data} is damaged: restore it from a backup.`);
  }
  const [major] = version.split('.');
  if (found.trim() === major) return true;
  throw new StartProblem(
    `The database in ${data} was made by PostgreSQL ${found.trim()}, this is ${major}: ` +
      'move it with pg_dump, or start the version that made it.',
  );
}

/** Created under another name and renamed, so that a crash never leaves half a database. */
async function initialise(cluster: Cluster, password: string): Promise<void> {
  const { data, account } = cluster;
  const draft = `${data}.new`;
  const passwordFile = `${data}.password`;
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const handle = await open(passwordFile, 'r');
  try {
    const initdb = spawn(
      cluster.binaries.initdb,
      [
        '-D',
        hereOr(draft),
        '--username=postgres',
        '--pwfile=/dev/fd/3',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      { ...account, env: environment, cwd: draft, stdio: ['ignore', 'pipe', 'pipe', handle.fd] },
    );
    const { code, output } = await finished(initdb);
    if (code !== 0) throw new StartProblem(`The database could not be created: ${output}`);
    await rename(draft, data);
  } finally {
    await handle.close();
    await rm(passwordFile, { force: true });
  }
}

async function adoptOrStart(cluster: Cluster, host: string, password: string): Promise<Postmaster> {
  await keepSmall(cluster.logFile);
  for (let attempt = 1; ; attempt++) {
    const server = (await adoptOrStop(cluster.data, host, password)) ?? (await startOnce(cluster));
    if (typeof server !== 'string') return server;
    // After a server was killed, its children release its memory with a delay, and a server
    // that was still starting reports it with a delay.
    const busy = server.includes('shared memory block') || server.includes('lock file');
    if (!busy || attempt === 40) {
      throw new StartProblem(`The database server did not start: ${server}`);
    }
    await delay(250);
  }
}

/** The running server, or the end of its log when it gave up. */
async function startOnce(cluster: Cluster): Promise<Postmaster | string> {
  const { data, logFile, binaries, account } = cluster;
  const log = await open(logFile, 'a', 0o600);
  const { size: before } = await log.stat();
  const child = spawn(
    binaries.postgres,
    ['-D', hereOr(data), ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...account,
      env: environment,
      cwd: data,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  child.unref();
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  await log.close();
  while (!ended) {
    const server = await readPostmaster(data);
    if (server?.ready && server.pid === child.pid) return server;
    await delay(10);
  }
  const text = await readFile(logFile);
  return text.subarray(before).toString('utf8').trim().split('\n').slice(-5).join(' ');
}

/**
 * The working directory as a relative path: the system user of a root installation may not be able to pass through the
 * folders above it.
 */
function hereOr(folder: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : folder;
}

/** The server gets nothing of the app's environment (PGDATA, PGPORT, secrets). */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
}

async function keepSmall(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && found.size > 4_000_000) await rename(file, `${file}.1`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
