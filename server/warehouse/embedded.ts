import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataDir } from '../platform/data-dir.ts';
import type { Log } from '../platform/logger.ts';
import { isAlive, waitUntilGone, workingDirectory } from '../platform/processes.ts';
import { program } from '../platform/project-root.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { StoreAway } from '../platform/store-away.ts';
import { hasEnded, onExit } from './child-exit.ts';
import type { FromEngine, ReadLimits, ToEngine } from './engine-messages.ts';

export type EmbeddedEngine = {
  passwords: { writer: string; reader: string };
  pid(): number | null;
  /** The port of the running engine; during a start, of the new one. */
  port(): Promise<number>;
  stop(): Promise<void>;
};

const gigabyte = 1024 ** 3;
const defaults: ReadLimits = {
  seconds: 5,
  memoryBytes: Math.min(2 * gigabyte, Math.floor(totalmem() / 4)),
  resultRows: 200_000,
  waiting: 64,
};

const PING = 500;
const SILENCE = 5_000;
const OPENING = 60_000;

type Running = { child: ChildProcess; port: number };

/** Keeps one engine process running: starts it, checks its heartbeat, and replaces it when it dies. */
export async function startEngine(
  dataDir: DataDir,
  log: Log,
  chosen: Partial<ReadLimits> = {},
): Promise<EmbeddedEngine> {
  const folder = join(dataDir.path, 'engine');
  const path = join(dataDir.path, 'warehouse');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(path, { recursive: true, mode: 0o700 });
  await endOrphan(folder);

  const passwords = {
    writer: randomBytes(24).toString('base64url'),
    reader: randomBytes(24).toString('base64url'),
  };
  const limits = { ...defaults, ...chosen };
  const open: ToEngine = { type: 'open', path, passwords, limits };

  let stopping = false;
  let running = begin(folder, open, log);
  let present = await running;
  watch(present);

  function watch({ child }: Running): void {
    const since = performance.now();
    const pulse = heartbeat(child, () => {
      log.error({ pid: child.pid }, 'the warehouse engine is silent and is started again');
    });
    onExit(child, (code, signal) => {
      clearInterval(pulse);
      if (stopping) return;
      log.error({ code, signal }, 'the warehouse engine ended and is started again');
      const pause = performance.now() - since < 5_000 ? 500 : 0;
      running = delay(pause).then(() => restart(1));
      running.catch(() => undefined);
    });
  }

  async function restart(attempt: number): Promise<Running> {
    if (stopping) throw new StoreAway('The warehouse engine was stopped.');
    try {
      present = await begin(folder, open, log);
      watch(present);
      log.info({ pid: present.child.pid }, 'the warehouse engine runs again');
      return present;
    } catch (error) {
      log.error({ reason: error }, 'the warehouse engine did not start');
      await delay(Math.min(5_000, 200 * 2 ** attempt));
      return restart(attempt + 1);
    }
  }

  return {
    passwords,
    pid: () => present.child.pid ?? null,
    async port() {
      while (!stopping) {
        const { child, port } = await running;
        if (child.pid && isAlive(child.pid)) return port;
        await delay(10);
      }
      throw new StoreAway('The warehouse engine was stopped.');
    },
    async stop() {
      stopping = true;
      const last = await running.catch(() => null);
      if (last) await end(last.child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.connected) child.send({ type: 'stop' } satisfies ToEngine, () => undefined);
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(patience);
}

/** A process that was just killed may hold the directory a moment longer. */
async function begin(folder: string, open: ToEngine, log: Log): Promise<Running> {
  const end = performance.now() + 3_000;
  for (;;) {
    const outcome = await beginOnce(folder, open, log);
    if (typeof outcome !== 'string') return outcome;
    const held = outcome.includes('Another server instance');
    if (!held) throw new StartProblem(`The warehouse engine did not start: ${outcome}`);
    if (performance.now() > end) {
      throw new StartProblem(
        'The warehouse in DATA_DIR is in use by another process: stop that process first.',
      );
    }
    await delay(100);
  }
}

/**
 * The engine keeps unused memory for a minute in place of five seconds, because pages that were returned are slow to
 * get back. Decision 0026 has the figures.
 */
const allocation = 'dirty_decay_ms:60000';

/** A running engine, or the reason why it did not start. */
async function beginOnce(folder: string, open: ToEngine, log: Log): Promise<Running | string> {
  const { file, execArgv } = program('engine', 'server/warehouse/engine.ts');
  const child = fork(file, {
    cwd: folder,
    execArgv: ['--disable-proto=delete', ...execArgv],
    env: { UV_THREADPOOL_SIZE: '16', TZ: 'UTC', PATH: '/usr/bin:/bin', JE_MALLOC_CONF: allocation },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-2_000);
  });
  const outcome = await new Promise<Running | string>((resolve) => {
    const patience = setTimeout(() => resolve('it did not answer in a minute'), OPENING);
    const settle = (value: Running | string) => {
      clearTimeout(patience);
      resolve(value);
    };
    child.once('error', (error) => settle(error.message));
    child.once('close', (code, signal) =>
      settle(`${output.trim()} (it ended with ${code ?? signal})`),
    );
    child.on('message', (message: FromEngine) => {
      if (message.type === 'ready') settle({ child, port: message.port });
      if (message.type === 'failed') output = `${output}${message.reason}`;
    });
    child.send(open, () => undefined);
  });
  if (typeof outcome === 'string') {
    child.kill('SIGKILL');
    return outcome;
  }
  child.stderr?.on('data', (chunk) => {
    log.warn({ text: String(chunk).trim() }, 'the warehouse engine wrote to its error output');
  });
  await writeFile(join(folder, 'pid'), String(child.pid)).catch(() => undefined);
  return outcome;
}

/** Kills a child that does not answer for some seconds; its exit starts the next one. */
function heartbeat(child: ChildProcess, onSilence: () => void): NodeJS.Timeout {
  let heard = performance.now();
  let lastPing = heard;
  child.on('message', () => {
    heard = performance.now();
  });
  const pulse = setInterval(() => {
    const now = performance.now();
    // After a pause of this process the child gets time to answer.
    if (now - lastPing > 4 * PING) heard = now;
    lastPing = now;
    if (now - heard > SILENCE) {
      clearInterval(pulse);
      onSilence();
      child.kill('SIGKILL');
      return;
    }
    if (child.connected) child.send({ type: 'ping' } satisfies ToEngine, () => undefined);
  }, PING);
  pulse.unref();
  return pulse;
}

/**
 * An engine whose parent was killed ends by itself, unless it is suspended. This process holds DATA_DIR, so an engine
 * working in it is an orphan.
 */
async function endOrphan(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => 0));
  if (!pid || !isAlive(pid) || workingDirectory(pid) !== (await realpath(folder))) return;
  process.kill(pid, 'SIGKILL');
  await waitUntilGone(pid, 2_000);
}
