import { writeSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import chdb from 'chdb';
import { lowerPriority } from '../platform/processes.ts';
import { engineServer } from './engine-http.ts';
import {
  databaseName,
  type FromEngine,
  longReadSeconds,
  type ReadLimits,
  type ToEngine,
} from './engine-messages.ts';
import { failedWrites } from './failed-writes.ts';
import { planning } from './query-planning.ts';
import { createSessionQueue, type Member, type SessionQueue } from './session-queue.ts';

/**
 * The embedded warehouse as a process of its own: chDB behind the ClickHouse HTTP interface.
 *
 * It ends immediately after its parent, because the next engine needs the data directory; acknowledged writes are on
 * disk.
 */
const report = (message: FromEngine, then?: () => void) => process.send?.(message, () => then?.());
const die = () => process.kill(process.pid, 'SIGKILL');

/** The computing thread also reads: another thread per read costs more than it saves. Decision 0040 has the figures. */
const reading = { local_filesystem_read_method: "'pread'" };
const planned = Object.entries({ ...planning, ...reading })
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ');

// Before the first computing thread is created.
lowerPriority();

/** Milliseconds between checks for failed writes of background merges, whose sources exist for minutes. */
const WATCH = 1_000;

/** Ends the process when a write failed, before the write is acknowledged. */
function endUnwritten(): void {
  writeSync(2, 'A write to DATA_DIR failed: the disk may be full.\n');
  die();
}

let stop = async () => {};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', die);
process.on('message', (message: ToEngine) => {
  if (message.type === 'ping') report({ type: 'pong' });
  if (message.type === 'stop') stop().finally(() => process.exit(0));
  if (message.type === 'open') {
    open(message).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      report({ type: 'failed', reason }, () => process.exit(1));
    });
  }
});

async function open({ path, passwords, limits }: ToEngine & { type: 'open' }): Promise<void> {
  const control = member(path, 'control');
  // On a full disk, starting may fail to write a file that is not needed.
  const before = await failedWrites(control.session);
  const endUnlessWritten = async ({ session }: Member) => {
    if ((await failedWrites(session)) > before) endUnwritten();
  };
  await control.session.queryAsync(`CREATE DATABASE IF NOT EXISTS ${databaseName} ENGINE = Atomic`);
  const writer = member(path, 'writer');
  await writer.session.queryAsync(`USE ${databaseName}`);
  await writer.session.queryAsync(`SET ${planned}`);
  const readers = await Promise.all(
    ['reader-1', 'reader-2'].map(async (tag) => ({
      ...(await readerSession(path, tag, limits)),
      long: await readerSession(path, tag, { ...limits, seconds: longReadSeconds }),
    })),
  );

  const kill = async ({ tag }: Member) => {
    await control.session.queryAsync(
      `KILL QUERY WHERE Settings['log_comment'] = '${tag}' ASYNC FORMAT Null`,
    );
  };
  const stopping = new AbortController();
  const watch = member(path, 'watch');
  const watching = again(() => endUnlessWritten(watch), stopping.signal);
  const server = engineServer({
    passwords,
    stopping: stopping.signal,
    lanes: {
      writer: followed(
        createSessionQueue([writer], { waiting: 1_000, kill: async () => {} }),
        endUnlessWritten,
      ),
      reader: createSessionQueue(readers, {
        waiting: limits.waiting,
        kill,
        overdue: { after: (longReadSeconds + 10) * 1_000, act: die },
      }),
    },
    onFatal: die,
  });
  server.listen(0, '127.0.0.1', () => {
    report({ type: 'ready', port: (server.address() as AddressInfo).port });
  });

  stop = async () => {
    stopping.abort(new Error('The engine stops.'));
    await answered(server);
    await watching;
    const longReaders = readers.map(({ long }) => long);
    for (const { session } of [...readers, ...longReaders, writer, control, watch]) session.close();
    await chdb.drainPending();
  };
}

/** Runs work once a second until it is stopped, without overlap. */
async function again(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => undefined);
    await delay(WATCH, undefined, { signal }).catch(() => undefined);
  }
}

/** A queue whose statements are followed by a check before they are answered. */
function followed(queue: SessionQueue, then: (member: Member) => Promise<void>): SessionQueue {
  return (work, signal) =>
    queue(async (member) => {
      try {
        return await work(member);
      } finally {
        await then(member);
      }
    }, signal);
}

/** Waits for open answers, and not for idle connections. */
async function answered(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
}

function member(path: string, tag: string): Member {
  return { session: new chdb.Session(path), tag, parameters: new Set() };
}

/** Limits are set first, because `readonly = 1` locks all settings. */
async function readerSession(path: string, tag: string, limits: ReadLimits): Promise<Member> {
  const reader = member(path, tag);
  await reader.session.queryAsync(`USE ${databaseName}`);
  await reader.session.queryAsync(`SET
    log_comment = '${tag}',
    max_execution_time = ${limits.seconds},
    timeout_before_checking_execution_speed = 0,
    max_memory_usage = ${limits.memoryBytes},
    max_bytes_before_external_group_by = ${Math.floor(limits.memoryBytes / 2)},
    max_bytes_before_external_sort = ${Math.floor(limits.memoryBytes / 2)},
    max_result_rows = ${limits.resultRows},
    result_overflow_mode = 'throw',
    ${planned}`);
  await reader.session.queryAsync('SET readonly = 1');
  return reader;
}
