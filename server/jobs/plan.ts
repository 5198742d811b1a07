import type pg from 'pg';
import { type Connection, inTransaction } from '../database/orm.ts';
import { type Job, lastSlotOf } from './define-job.ts';
import { type Queue, readOpenTasks } from './queue.ts';

type Given = { pool: pg.Pool; queue: Pick<Queue, 'add'>; now: Date };

/** Clocks of processes differ by less: a slot that lies further ahead was written by a clock that was wrong. */
const clockError = 3_600_000;

/**
 * Queues the latest slot of a job for its projects, in one of all processes and once. Slots that were missed before are
 * left out, and so is a project whose earlier task has not ended or was set aside. A new job begins with its next slot.
 */
export async function planJob({ pool, queue, now }: Given, job: Job): Promise<number> {
  const slot = lastSlotOf(job, now);
  const last = await readLastSlot(pool, job);
  if (last === null) {
    await pool.query(
      'insert into scheduled_jobs (name, last_slot) values ($1, $2) on conflict do nothing',
      [job.name, slot],
    );
    return 0;
  }
  if (last >= slot && last.getTime() - now.getTime() < clockError) return 0;
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'update scheduled_jobs set last_slot = $2 where name = $1 and last_slot = $3',
      [job.name, slot, last],
    );
    if (rowCount === 0) return 0;
    const projects = await projectsOf(client, job);
    const open = await readOpenTasks(client, { job: job.name });
    const aside = await readSetAside(client, job.name);
    const taken = new Set([...open.map(({ project }) => project), ...aside]);
    const tasks = projects
      .filter((project) => !taken.has(project))
      .map((project) => ({ job: job.name, project, isAsked: false }));
    await queue.add(client, tasks);
    return tasks.length;
  });
}

/** The projects for which a job is planned. */
export async function projectsOf(
  connection: Connection,
  { projects }: Job,
): Promise<readonly number[]> {
  if (projects) return projects(connection);
  const { rows } = await connection.query<{ id: number }>(
    'select id from projects where deletes_at is null order by id',
  );
  return rows.map(({ id }) => id);
}

async function readLastSlot(pool: pg.Pool, { name }: Job): Promise<Date | null> {
  const { rows } = await pool.query<{ last_slot: Date }>(
    'select last_slot from scheduled_jobs where name = $1',
    [name],
  );
  return rows[0]?.last_slot ?? null;
}

async function readSetAside(connection: Connection, job: string): Promise<number[]> {
  const { rows } = await connection.query<{ project: number }>(
    `select project_id as project from failed_items
     where queue = 'jobs' and item = $1 and set_aside_at is not null`,
    [job],
  );
  return rows.map(({ project }) => project);
}
