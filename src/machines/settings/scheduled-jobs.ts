import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';

type ScheduledJobTypes = {
  scope: number;
  row: ScheduledJobRow;
  extra: never;
  draft: never;
  action: { kind: 'run'; job: ScheduledJobRow };
  secret: never;
};

/** Scheduled work of the server for a project; its action runs one job and ends with the run. */
export const scheduledJobsMachine = collectionOf<ScheduledJobTypes>();

export type ScheduledJobsActor = CollectionActor<ScheduledJobTypes>;
type ScheduledJobsSnapshot = CollectionSnapshot<ScheduledJobTypes>;

/** The job that a person runs at the moment. */
export const runningNow = (snapshot: ScheduledJobsSnapshot): string | null =>
  snapshot.matches({ ready: 'acting' }) ? (snapshot.context.action?.job.id ?? null) : null;
