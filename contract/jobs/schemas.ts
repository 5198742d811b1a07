import { z } from 'zod';
import { integer } from '../analytics/report-query.ts';
import { reasonKindSchema } from '../failed-items/schemas.ts';

export const jobsQuerySchema = z.strictObject({ project_id: integer });
export const runJobSchema = z.strictObject({ project_id: z.int() });
/** A name in an address is looked up, so that an unknown one answers 404. */
export const jobParams = z.strictObject({ name: z.string().max(120) });

/** Work that the server does for a project by a schedule, with the last run for it. */
export const scheduledJobSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** `queued` waits for its turn, or to be tried again; `set_aside` failed too often and waits for a person. */
  state: z.enum(['resting', 'queued', 'running', 'set_aside']),
  last_run_at: z.string().nullable(),
  last_finished_at: z.string().nullable(),
  /** Whether the last finished run succeeded; null before there is one. */
  last_ok: z.boolean().nullable(),
  /** The error of the last finished run, without any text that was collected. */
  last_error: z.string().nullable(),
  last_error_kind: reasonKindSchema.nullable(),
  /** Null while nothing is planned for the project. */
  next_run_at: z.string().nullable(),
});
export type ScheduledJob = z.infer<typeof scheduledJobSchema>;

export const scheduledJobsSchema = z.array(scheduledJobSchema);
