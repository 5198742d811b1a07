import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createOnFailed, type OnFailed } from '../failed-items/on-failed.ts';
import type { Log } from '../platform/logger.ts';
import type { Warehouse } from '../warehouse/connect.ts';
import type { Job } from './define-job.ts';
import { planJob } from './plan.ts';
import { openQueue, readRunning } from './queue.ts';
import { lockRun } from './run-lock.ts';
import { type Running, runTask } from './run-task.ts';

type Dependencies = {
  pool: pg.Pool;
  warehouse: Pick<Warehouse, 'writer'>;
  jobs: readonly Job[];
  log: Log;
  now: () => Date;
  /** The pauses in milliseconds, and that before the second try in seconds. */
  pace?: { look: number; plan: number; retry: number };
};

export type Jobs = {
  /** Looks at once for tasks, because some were added. */
  wake: () => void;
  /** Lets running work stop, and waits for it. */
  stop: () => Promise<void>;
};

const usualPace = { look: 5_000, plan: 10_000, retry: 20 };
/** How many tasks a process works on at a time; each of them keeps a connection. */
const AT_ONCE = 2;
/** A task that was taken longer ago than this many seconds is locked by the process that works on it. */
const UNTIL_LOCKED = 30;

/** Work that does not stop in this time is left, and tried again by another process. */
const LAST_RUNS = 5_000;

/** Plans scheduled work and does it, together with all other processes on the same database. */
export function startJobs({
  pool,
  warehouse,
  jobs,
  log,
  now,
  pace = usualPace,
}: Dependencies): Jobs {
  const queue = openQueue(pool, log, { pause: pace.retry });
  const onFailed: OnFailed = createOnFailed({ pool, warehouse: warehouse.writer, log, now });
  const running: Running = { pool, queue, jobs, onFailed, log, now };
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = new AbortController();
  const wake = () => {
    const before = woken;
    woken = new AbortController();
    before.abort();
  };
  const pause = (time: number) =>
    delay(time, undefined, { ref: false, signal: AbortSignal.any([signal, woken.signal]) }).catch(
      () => undefined,
    );
  const failing = (error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'scheduled work could not be looked after');
  };

  async function plan(): Promise<void> {
    for (const job of jobs) {
      const added = await planJob({ pool, queue, now: now() }, job);
      if (added > 0) wake();
    }
    for (const taken of await readRunning(pool, UNTIL_LOCKED)) {
      const lock = await lockRun(pool, taken.task);
      if (!lock) continue;
      log.info({ job: taken.task.job }, 'a job was interrupted and is tried again');
      await queue.giveBack(taken).finally(() => lock.release());
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      const taken = await queue.take();
      if (!taken) return;
      await runTask(running, taken, signal);
    }
  }

  async function repeat(turn: () => Promise<void>, every: number): Promise<void> {
    while (!signal.aborted) {
      await turn().catch(failing);
      await pause(every);
    }
  }

  const started = queue.start().catch(failing);
  const loops = started.then(() =>
    Promise.all([
      repeat(plan, pace.plan),
      ...Array.from({ length: AT_ONCE }, () => repeat(work, pace.look)),
    ]),
  );
  return {
    wake,
    async stop() {
      stopping.abort();
      await Promise.race([loops, delay(LAST_RUNS, undefined, { ref: false })]);
      await queue.stop();
    },
  };
}
