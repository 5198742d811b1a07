import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataDir } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { isAlive } from '../processes.ts';
import { StartProblem } from '../start-problem.ts';
import { ownFolder, sharedFolder } from './account.ts';
import { type Binaries, copiedTo, inPlace, shippedPostgres } from './binaries.ts';
import { choosePlace, type Place } from './place.ts';
import { adoptOrStop, type Postmaster, readPostmaster, stopPostmaster } from './postmaster.ts';

export type EmbeddedServer = {
  host: string;
  port: number;
  password: string;
  pid(): number;
  /** Calls back when the server died and could not be started again. */
  onExit(listener: (reason: Error) => void): void;
  stop(): Promise<void>;
};

const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=60',
  'timezone=UTC',
  'log_timezone=UTC',
  // What people typed is not for the log.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

/**
 * The PostgreSQL of an installation without DATABASE_URL: a child process in a session of
 * its own, so that Ctrl-C reaches only us and our shutdown decides when it stops.
 */
export async function startEmbedded(dataDir: DataDir, log: Log): Promise<EmbeddedServer> {
  const place = await choosePlace(dataDir);
  try {
    return await startIn(place, await dataDir.secret('postgres'), log);
  } catch (error) {
    place.lock?.release();
    throw error;
  }
}

async function startIn(place: Place, password: string, log: Log): Promise<EmbeddedServer> {
  const data = join(place.home, 'postgres');
  const shipped = await shippedPostgres();
  const binaries = place.account
    ? await copiedTo(sharedFolder, shipped)
    : ((await inPlace(shipped)) ?? (await copiedTo(place.home, shipped)));
  if (!(await hasCluster(data, shipped.version))) {
    log.info('creating the database');
    await initialise(binaries, data, password, place);
  }

  let server = await adoptOrStop(data, password);
  if (server) log.info({ pid: server.pid }, 'found the database server still running');
  const sockets = server?.host ?? (await socketFolder(place));
  const launch = async () =>
    (await adoptOrStop(data, password)) ?? (await start(binaries, data, sockets, place));
  server ??= await launch();

  let present = server;
  let healing: Promise<void> | null = null;
  const listeners: ((reason: Error) => void)[] = [];
  const heal = async () => {
    log.error({ pid: present.pid }, 'the database server died and is started again');
    try {
      present = await launch();
      healing = null;
    } catch (error) {
      clearInterval(watch);
      const reason = error instanceof Error ? error : new Error(String(error));
      for (const listener of listeners) listener(reason);
    }
  };
  const watch = setInterval(() => {
    if (!healing && !isAlive(present.pid)) healing = heal();
  }, 100);
  watch.unref();

  return {
    host: sockets,
    port: server.port,
    password,
    pid: () => present.pid,
    onExit: (listener) => listeners.push(listener),
    async stop() {
      clearInterval(watch);
      await healing;
      await stopPostmaster(present.pid);
      if (!sockets.startsWith(place.home)) await rm(sockets, { recursive: true, force: true });
      place.lock?.release();
    },
  };
}

/** True for a database of this major version, false for none. */
async function hasCluster(data: string, version: string): Promise<boolean> {
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found === null) return false;
  const [major] = version.split('.');
  if (found.trim() === major) return true;
  throw new StartProblem(
    `The database in ${data} was made by PostgreSQL ${found.trim()}, this is ${major}: ` +
      'move it with pg_dump, or start the version that made it.',
  );
}

/** Made beside its place and renamed, so that a crash never leaves half a database. */
async function initialise(binaries: Binaries, data: string, password: string, place: Place) {
  const draft = `${data}.new`;
  const passwordFile = `${data}.password`;
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await ownFolder(draft, place.account);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.account) await chown(passwordFile, place.account.uid, place.account.gid);
  try {
    const initdb = spawn(
      binaries.initdb,
      [
        ...['-D', draft, '--username=postgres', `--pwfile=${passwordFile}`],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions'],
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ],
      { ...place.account, env: environment, cwd: place.home, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const { code, output } = await finished(initdb);
    if (code !== 0) throw new StartProblem(`The database could not be created: ${output}`);
    await rename(draft, data);
    await syncFolder(place.home);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function start(
  binaries: Binaries,
  data: string,
  sockets: string,
  place: Place,
): Promise<Postmaster> {
  const logFile = join(place.home, 'postgres.log');
  await keepLogSmall(logFile);
  for (let attempt = 1; ; attempt++) {
    const server = await launchOnce(binaries, data, sockets, place, logFile);
    if (typeof server !== 'string') return server;
    const busy = server.includes('shared memory block');
    if (!busy || attempt === 40) {
      throw new StartProblem(`The database server did not start: ${server}`);
    }
    await delay(250);
  }
}

/** The running server, or the end of its log when it gave up. */
async function launchOnce(
  binaries: Binaries,
  data: string,
  sockets: string,
  place: Place,
  logFile: string,
): Promise<Postmaster | string> {
  const log = await open(logFile, 'a', 0o600);
  const from = (await log.stat()).size;
  const given = [...settings, `unix_socket_directories=${sockets}`];
  const child = spawn(
    binaries.postgres,
    ['-D', data, ...given.flatMap((setting) => ['-c', setting])],
    {
      ...place.account,
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
  const text = await readFile(logFile, 'utf8');
  return text.slice(from).trim().split('\n').slice(-5).join(' ');
}

/** A socket's path may have about 100 bytes; a deep DATA_DIR gets a short folder elsewhere. */
async function socketFolder(place: Place): Promise<string> {
  const near = join(place.home, 'postgres-socket');
  const fits = Buffer.byteLength(near) < 80;
  const folder = fits ? near : await mkdtemp(join(tmpdir(), 'clickledger-'));
  await ownFolder(folder, place.account);
  return folder;
}

/** Nothing of our own environment (PGDATA, PGPORT, secrets) reaches the server. */
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

async function keepLogSmall(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && found.size > 4_000_000) await rename(file, `${file}.1`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
