import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { ofProject } from './projects.ts';

/** The scheduled work that this installation knows, and the last slot of its schedule that was queued. */
export const scheduledJobs = pgTable('scheduled_jobs', {
  name: text('name').primaryKey(),
  lastSlot: instant('last_slot').notNull(),
});

/** The last run of scheduled work for a project. The queue itself is in the schema `pgboss`. */
export const scheduledJobRuns = pgTable(
  'scheduled_job_runs',
  {
    name: text('name').notNull(),
    projectId: ofProject(),
    lastRunAt: instant('last_run_at').notNull(),
    lastFinishedAt: instant('last_finished_at'),
    lastOk: boolean('last_ok'),
    /** Without any text that was collected. */
    lastError: text('last_error'),
  },
  (table) => [primaryKey({ columns: [table.name, table.projectId] })],
);
