import type pg from 'pg';
import type { OnFailed } from '../failed-items/on-failed.ts';
import { forgetTries } from '../failed-items/repository.ts';
import type { Log } from '../platform/logger.ts';
import { safeReasonOf } from '../warehouse/insert-errors.ts';
import type { Job } from './define-job.ts';
import type { Queue, Taken } from './queue.ts';
import { lockRun } from './run-lock.ts';
import { noteEnd, noteStart } from './run-rows.ts';

export type Running = {
  pool: pg.Pool;
  queue: Pick<Queue, 'finish' | 'giveBack'>;
  jobs: readonly Job[];
  onFailed: OnFailed;
  log: Log;
  now: () => Date;
};

/** So long may one run take. */
const LONGEST = 10 * 60_000;

/**
 * Runs a task that was taken from the queue. A run that fails is tried again until it is set aside; one that a person
 * asked for is not, because the person sees the error. A run that the stop of the process interrupts goes back.
 */
export async function runTask(
  running: Running,
  taken: Taken,
  stopping: AbortSignal,
): Promise<void> {
  const { pool, queue, jobs, now } = running;
  // Taken while the process began to stop.
  if (stopping.aborted) return queue.giveBack(taken);
  const { job: name, project } = taken.task;
  const job = jobs.find((one) => one.name === name);
  // A job of an earlier version that this one does not know.
  if (!job) return queue.finish(taken);
  const lock = await lockRun(pool, { job: name, project });
  // An earlier run of it goes on, or ends at this moment: this one waits for its turn.
  if (!lock) return queue.giveBack(taken);
  try {
    if (!(await noteStart(pool, { job: name, project, at: now() }))) return queue.finish(taken);
    const end = await attempt(running, job, project, stopping);
    const isOver = end === 'done' || (end === 'failed' && taken.task.isAsked);
    await (isOver ? queue.finish(taken) : queue.giveBack(taken));
  } finally {
    await lock.release();
  }
}

/** How a try ended; `done` also where the task was set aside. */
async function attempt(
  { pool, onFailed, log, now }: Running,
  { name: job, work }: Job,
  project: number,
  stopping: AbortSignal,
): Promise<'done' | 'failed' | 'interrupted'> {
  const item = { queue: 'jobs', project, item: job } as const;
  try {
    await work({ project, signal: AbortSignal.any([stopping, AbortSignal.timeout(LONGEST)]) });
  } catch (error) {
    if (stopping.aborted) return 'interrupted';
    const reason = safeReasonOf(error).slice(0, longestReason);
    await noteEnd(pool, { job, project, at: now(), error: reason });
    const isAside = await onFailed(item, error).catch((passing: unknown) => {
      log.warn({ job, project, reason: safeReasonOf(passing) }, 'a job waits for a store');
      return false;
    });
    return isAside ? 'done' : 'failed';
  }
  await noteEnd(pool, { job, project, at: now(), error: null });
  await forgetTries(pool, item);
  return 'done';
}

const longestReason = 300;
