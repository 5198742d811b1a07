import type pg from 'pg';
import PgBoss from 'pg-boss';
import { z } from 'zod';
import { type Connection, isPool, onConnection } from '../database/orm.ts';
import type { Log } from '../platform/logger.ts';

const schema = 'pgboss';
const name = 'jobs';

/** One run that waits: of a slot of the schedule, or because a person asked for it. */
const taskSchema = z.object({ job: z.string(), project: z.int(), isAsked: z.boolean() });
export type Task = z.infer<typeof taskSchema>;

/** A task that this process has taken from the queue. */
export type Taken = { id: string; task: Task };

export type Queue = {
  /** Adds tasks, in the caller's transaction where there is one. */
  add(connection: Connection, tasks: readonly Task[]): Promise<void>;
  /** Takes one task; null where none is due. */
  take(): Promise<Taken | null>;
  /** The task needs no further try. */
  finish(taken: Taken): Promise<void>;
  /** Puts the task back for another try, until it had enough of them. */
  giveBack(taken: Taken): Promise<void>;
  /** Begins to expire and to remove old tasks. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Tries of one slot; after that the next slot tries again. */
const RETRIES = 8;
/** The pause before the second try in seconds; it doubles with each further one. */
const PAUSE = 20;

/** The queue on the connections of the pool. Its tables are created by `installQueue`. */
export function openQueue(pool: pg.Pool, log: Log, { pause = PAUSE } = {}): Queue {
  const boss = bossOn(pool, { migrate: false, supervise: true });
  boss.on('error', ({ message: reason }) => log.warn({ reason }, 'the queue of jobs failed'));
  return {
    async add(connection, tasks) {
      if (tasks.length === 0) return;
      const jobs = tasks.map((task) => ({
        name,
        data: task,
        retryLimit: RETRIES,
        retryDelay: pause,
        retryBackoff: pause > 0,
      }));
      await boss.insert(jobs, { db: dbOf(connection) });
    },
    async take() {
      const [job] = await boss.fetch(name);
      return job ? { id: job.id, task: taskSchema.parse(job.data) } : null;
    },
    finish: ({ id }) => boss.complete(name, id),
    giveBack: ({ id }) => boss.fail(name, id),
    async start() {
      await boss.start();
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** Creates or updates the tables of the queue, on a connection that holds the lock of the migrations. */
export async function installQueue(client: pg.PoolClient): Promise<void> {
  const boss = bossOn(client, { migrate: true, supervise: false });
  await boss.start();
  await boss.createQueue(name);
  await boss.stop({ graceful: false });
}

/** The tasks of a job that have not ended, by their project. */
export async function readOpenTasks(
  connection: Connection,
  { job, project = null }: { job: string; project?: number | null },
): Promise<{ id: string; project: number; state: 'created' | 'retry' | 'active' }[]> {
  const { rows } = await connection.query(
    `select id, (data->>'project')::int as project, state::text as state from pgboss.job
     where name = '${name}' and state < 'completed' and data->>'job' = $1
       and ($2::int is null or (data->>'project')::int = $2)`,
    [job, project],
  );
  return rows;
}

/** Removes tasks that wait for another try. */
export async function dropRetries(
  client: pg.PoolClient,
  { job, project }: { job: string; project: number },
): Promise<void> {
  await client.query(
    `delete from pgboss.job where name = '${name}' and state = 'retry' and data->>'job' = $1
       and (data->>'project')::int = $2`,
    [job, project],
  );
}

/** The running tasks that were taken some time ago. */
export async function readRunning(connection: Connection, seconds: number): Promise<Taken[]> {
  const { rows } = await connection.query<{ id: string; task: unknown }>(
    `select id, data as task from pgboss.job where name = '${name}' and state = 'active'
       and started_on < now() - $1 * interval '1 second'`,
    [seconds],
  );
  return rows.map(({ id, task }) => ({ id, task: taskSchema.parse(task) }));
}

const bossOn = (connection: Connection, options: { migrate: boolean; supervise: boolean }) =>
  new PgBoss({
    db: dbOf(connection),
    schema,
    schedule: false,
    maintenanceIntervalSeconds: 300,
    expireInMinutes: 60,
    archiveCompletedAfterSeconds: 3_600,
    archiveFailedAfterSeconds: 86_400,
    deleteAfterDays: 2,
    ...options,
  });

/** The library sends some transactions as one text; after an error their connection is still inside it. */
const dbOf = (connection: Connection): PgBoss.Db => ({
  executeSql: (text, values) =>
    isPool(connection)
      ? onConnection(connection, (client) => client.query(text, values))
      : connection.query(text, values),
});
