import { Cron } from 'croner';
import type { Connection } from '../database/orm.ts';

export type Turn = {
  project: number;
  /** Aborted when the process stops, and when the work takes too long. */
  signal: AbortSignal;
};

/** Work that is done for each project by a schedule. */
export type Job = {
  /** Stored with every run: it never changes. */
  name: string;
  title: string;
  /** The schedule, in UTC: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** The projects that need it now; without it all of them do. */
  projects?: (connection: Connection) => Promise<readonly number[]>;
  /** It may be repeated after an interruption, so doing it twice must do no harm. */
  work: (turn: Turn) => Promise<void>;
};

/** Checks a job where it is written: a wrong schedule or name fails at the start of the process. */
export function defineJob(job: Job): Job {
  if (!/^[a-z][a-z-]{1,59}$/.test(job.name)) {
    throw new Error(`“${job.name}” is no name of a job: use small letters and hyphens.`);
  }
  cronOf(job);
  return job;
}

/** The latest moment of the schedule that has come. */
export function lastSlotOf(job: Job, now: Date): Date {
  // The library works in whole seconds and looks for earlier ones only, and a slot begins with its own second.
  const next = (Math.floor(now.getTime() / 1_000) + 1) * 1_000;
  const [slot] = cronOf(job).previousRuns(1, new Date(next));
  if (!slot)
    throw new Error(`The schedule of ${job.name} has no moment before ${now.toISOString()}.`);
  return slot;
}

/** The next moment of the schedule; null where there is none. */
export const nextSlotOf = (job: Job, now: Date): Date | null => cronOf(job).nextRun(now);

const cronOf = ({ cron }: Job): Cron => new Cron(cron, { timezone: 'UTC', paused: true });
