import type { ScheduledJob } from '#contract/jobs/schemas.ts';

/** A job as a list has it: its name is its id. */
export type ScheduledJobRow = ScheduledJob & { id: string };
