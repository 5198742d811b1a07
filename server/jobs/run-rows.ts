import type { Connection } from '../database/orm.ts';

type Run = { job: string; project: number; at: Date };

/** Notes that a run begins; false for a project that is gone or about to be deleted. */
export async function noteStart(
  connection: Connection,
  { job, project, at }: Run,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into scheduled_job_runs (name, project_id, last_run_at)
     select $1, id, $3 from projects where id = $2 and deletes_at is null
     on conflict (name, project_id) do update set last_run_at = excluded.last_run_at`,
    [job, project, at],
  );
  return rowCount === 1;
}

/** Notes how a run ended; `error` is null where it succeeded. */
export async function noteEnd(
  connection: Connection,
  { job, project, at, error }: Run & { error: string | null },
): Promise<void> {
  await connection.query(
    `update scheduled_job_runs set last_finished_at = $3, last_ok = $4::text is null, last_error = $4
     where name = $1 and project_id = $2`,
    [job, project, at, error],
  );
}
