import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';

/** Tables in which rows of a project appear first; all other tables are filled from these. */
const tables = ['events', 'cost_history', 'labels', 'conversion_versions'] as const;

/**
 * Raises the sequence of project ids above those that the warehouse holds rows of: a database that is older than its
 * warehouse would give a new project the id, and so the figures, of another one.
 */
export async function raiseProjectIds(
  client: pg.ClientBase,
  warehouse: ClickHouseClient,
): Promise<void> {
  const latest = tables.map((table) => `(SELECT max(project_id) FROM ${table})`);
  const answer = await warehouse.query({
    query: `SELECT greatest(${latest.join(', ')}) AS id`,
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ id: number }>();
  if (!found || found.id === 0) return;
  await client.query(
    `select setval('projects_id_seq', greatest(last_value, $1)) from projects_id_seq
     where last_value < $1 or not is_called`,
    [found.id],
  );
}
