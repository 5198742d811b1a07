import type { Connection } from '../database/orm.ts';

/** Asks for all conversions of a project to be computed anew, once the caller's transaction holds. */
export async function recountAll(connection: Connection, project: number): Promise<void> {
  await connection.query(
    `insert into pending_refresh (project_id, everything) values ($1, true)
     on conflict (project_id) do update set everything = true, request = excluded.request`,
    [project],
  );
}
