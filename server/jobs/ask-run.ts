import type pg from 'pg';
import { type PutBack, takeBack } from '../failed-items/repository.ts';
import { Refusal } from '../platform/refusal.ts';
import { dropRetries, type Queue, readOpenTasks } from './queue.ts';

type Asked = { job: string; project: number };

/**
 * Queues a run at once; refuses while one runs or waits for its turn. A task that waits for another try, or that was
 * set aside, is replaced.
 */
export async function askForRun(
  client: pg.PoolClient,
  queue: Pick<Queue, 'add'>,
  { job, project }: Asked,
): Promise<void> {
  // Two people who ask at the same moment wait for each other here.
  await client.query('select from projects where id = $1 for no key update', [project]);
  const open = await readOpenTasks(client, { job, project });
  if (open.some(({ state }) => state !== 'retry')) {
    throw new Refusal(409, { detail: 'It is already running. Wait until it has finished.' });
  }
  await dropRetries(client, { job, project });
  await takeBack(client, { project, queue: 'jobs', items: [job] });
  await queue.add(client, [{ job, project, isAsked: true }]);
}

/** Queues a run, in the caller's transaction, unless one already waits or runs. */
export async function queueRun(
  client: pg.PoolClient,
  queue: Pick<Queue, 'add'>,
  { job, project }: Asked,
): Promise<void> {
  const open = await readOpenTasks(client, { job, project });
  if (open.length === 0) await queue.add(client, [{ job, project, isAsked: true }]);
}

/** Queues a run of each job that was set aside. */
export const putBackJobs =
  (queue: Pick<Queue, 'add'>, wake: () => void): PutBack =>
  async (client, { project, items }) => {
    for (const job of items) await queueRun(client, queue, { job, project });
    return wake;
  };
