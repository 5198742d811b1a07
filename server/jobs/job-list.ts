import type { ScheduledJob } from '#contract/jobs/schemas.ts';
import type { Connection } from '../database/orm.ts';
import { reasonKindOf } from '../failed-items/reason-kind.ts';
import { type Job, nextSlotOf } from './define-job.ts';
import { projectsOf } from './plan.ts';
import { readOpenTasks } from './queue.ts';

type Given = { project: number; now: Date };

/** Scheduled work with its last and next run for a project, in the order of its definition. */
export async function listJobs(
  connection: Connection,
  jobs: readonly Job[],
  given: Given,
): Promise<ScheduledJob[]> {
  const answers: ScheduledJob[] = [];
  for (const job of jobs) answers.push(await describeJob(connection, job, given));
  return answers;
}

export async function describeJob(
  connection: Connection,
  job: Job,
  { project, now }: Given,
): Promise<ScheduledJob> {
  const { name, title } = job;
  const run = await readRun(connection, name, project);
  const open = await readOpenTasks(connection, { job: name, project });
  const state = run.is_aside
    ? 'set_aside'
    : open.some((task) => task.state === 'active')
      ? 'running'
      : open.length > 0
        ? 'queued'
        : 'resting';
  const isPlanned = state !== 'set_aside' && (await projectsOf(connection, job)).includes(project);
  const error = run.last_error;
  return {
    name,
    title,
    state,
    last_run_at: run.last_run_at?.toISOString() ?? null,
    last_finished_at: run.last_finished_at?.toISOString() ?? null,
    last_ok: run.last_ok,
    last_error: error,
    last_error_kind: error === null ? null : reasonKindOf({ queue: 'jobs', reason: error }),
    next_run_at: isPlanned ? (nextSlotOf(job, now)?.toISOString() ?? null) : null,
  };
}

type Run = {
  last_run_at: Date | null;
  last_finished_at: Date | null;
  last_ok: boolean | null;
  last_error: string | null;
  is_aside: boolean;
};

async function readRun(connection: Connection, name: string, project: number): Promise<Run> {
  const { rows } = await connection.query<Run>(
    `select r.last_run_at, r.last_finished_at, r.last_ok, r.last_error, exists (
       select from failed_items f where f.project_id = p.id and f.queue = 'jobs' and f.item = $1
         and f.set_aside_at is not null) as is_aside
     from projects p left join scheduled_job_runs r on r.project_id = p.id and r.name = $1
     where p.id = $2`,
    [name, project],
  );
  return rows[0] ?? never;
}

const never: Run = {
  last_run_at: null,
  last_finished_at: null,
  last_ok: null,
  last_error: null,
  is_aside: false,
};
