import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { recordAuditEntry, systemAuthor } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { replaceImage } from '../images/repository.ts';
import { SET_ASIDE } from '../pipeline/batches.ts';
import type { Log } from '../platform/logger.ts';

const hour = 3_600_000;
/** Tables whose rows have no foreign key to the project. */
const loose = ['collected', 'deliveries', 'rejections', 'warehouse_counts'] as const;

type Dependencies = {
  pool: pg.Pool;
  warehouse: { writer: ClickHouseClient };
  /** The name of the warehouse's cluster. */
  cluster: string | undefined;
  now: () => Date;
  log: Log;
  /** Ends a project's subscription. */
  endSubscription: (project: number) => Promise<unknown>;
};

/**
 * Deletes the projects whose time has come, and their events.
 *
 * A project whose subscription cannot be ended waits, because without its rows the charges could no longer be ended.
 *
 * Events acknowledged just before may arrive after the deletion, so it is repeated for an hour.
 */
export async function eraseProjects({
  pool,
  warehouse,
  cluster,
  now,
  log,
  endSubscription,
}: Dependencies): Promise<number[]> {
  const due = await pool.query<{ id: number }>(
    'select id from projects where deletes_at <= $1 order by id',
    [now()],
  );
  const erased: number[] = [];
  for (const { id: project } of due.rows) {
    try {
      await endSubscription(project);
      if (await eraseRows(pool, project, now())) erased.push(project);
    } catch (error) {
      log.error({ err: error, project }, 'a project could not be deleted');
    }
  }

  const { rows } = await pool.query<{ project_id: number; deleted_at: Date }>(
    'select project_id, deleted_at from project_erasures order by project_id',
  );
  for (const { project_id: project, deleted_at: at } of rows) {
    try {
      await eraseLoose(pool, project);
      await eraseEvents(warehouse.writer, project, cluster);
      if (now().getTime() - at.getTime() < hour) continue;
      await pool.query('delete from project_erasures where project_id = $1', [project]);
    } catch (error) {
      log.error({ err: error, project }, 'the events of a deleted project could not be deleted');
    }
  }
  return erased;
}

function eraseRows(pool: pg.Pool, project: number, now: Date): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string; image: string | null }>(
      'delete from projects where id = $1 and deletes_at <= $2 returning name, image',
      [project, now],
    );
    const [gone] = rows;
    if (!gone) return false;
    await replaceImage(client, gone.image, null);
    await client.query('insert into project_erasures (project_id, deleted_at) values ($1, $2)', [
      project,
      now,
    ]);
    await recordAuditEntry(client, systemAuthor, now, {
      action: 'project.erased',
      project,
      target: gone.name,
    });
    return true;
  });
}

async function eraseLoose(pool: pg.Pool, project: number): Promise<void> {
  await pool.query(
    'delete from inbox where project_id = $1 and (batch_id is null or batch_id = $2)',
    [project, SET_ASIDE],
  );
  for (const table of loose) {
    await pool.query(`delete from ${table} where project_id = $1`, [project]);
  }
}

async function eraseEvents(
  writer: ClickHouseClient,
  project: number,
  cluster: string | undefined,
): Promise<void> {
  const answer = await writer.query({
    query: `SELECT DISTINCT table FROM system.columns
            WHERE database = currentDatabase() AND name = 'project_id' ORDER BY table`,
    format: 'JSONEachRow',
  });
  const tables = (await answer.json<{ table: string }>()).map(({ table }) => table);
  for (const table of tables.filter((name) => !cluster || name.endsWith('_local'))) {
    await writer.command({
      query: `ALTER TABLE {table:Identifier}${cluster ? ' ON CLUSTER {cluster:Identifier}' : ''}
              DELETE WHERE project_id = {project:UInt32} SETTINGS mutations_sync = 2`,
      query_params: { table, project, ...(cluster ? { cluster } : {}) },
    });
  }
}

/** Runs now and every hour. */
export function startErasure(dependencies: Dependencies): { stop(): Promise<void> } {
  const { log } = dependencies;
  const look = () =>
    eraseProjects(dependencies).then(
      (projects) => {
        if (projects.length > 0) log.info({ projects }, 'deleted projects for good');
      },
      (error: unknown) => log.error({ err: error }, 'projects could not be deleted'),
    );
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, hour);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
