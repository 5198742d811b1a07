import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';
import { type CollectionActor, collectionOf } from '../kit/collection.ts';
import { type JobActor, type JobSnapshot, jobOf } from '../kit/job.ts';

type ScheduledJobTypes = {
  scope: number;
  row: ScheduledJobRow;
  extra: never;
  draft: never;
  action: never;
  secret: never;
};

/** Scheduled work of the server for a project. */
export const scheduledJobsMachine = collectionOf<ScheduledJobTypes>();

export type ScheduledJobsActor = CollectionActor<ScheduledJobTypes>;

export type RunRequest = { project: number; job: ScheduledJobRow };

/** A run of one scheduled job now, instead of waiting for its turn. */
export const jobRunMachine = jobOf<RunRequest, ScheduledJobRow>({
  endingOf: ({ state, last_ok }) => {
    if (state === 'running' || state === 'queued') return 'open';
    return state === 'set_aside' || last_ok === false ? 'failed' : 'done';
  },
});

export type JobRunActor = JobActor<RunRequest, ScheduledJobRow>;
export type JobRunSnapshot = JobSnapshot<RunRequest, ScheduledJobRow>;

/** The job that a person runs at the moment, as the last look found it. */
export const runningNow = (snapshot: JobRunSnapshot): ScheduledJobRow | null =>
  snapshot.hasTag('busy') ? (snapshot.context.run ?? snapshot.context.request?.job ?? null) : null;
