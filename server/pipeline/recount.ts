import type { Connection } from '../database/orm.ts';

/** Asks for all conversions of a project to be computed anew, once the caller's transaction holds. */
export async function recountAll(connection: Connection, project: number): Promise<void> {
  await connection.query(
    `insert into pending_refresh (project_id, everything) values ($1, true)
     on conflict (project_id) do update set everything = true, request = excluded.request`,
    [project],
  );
}

/** Asks in the same way for what one affiliate of a project earned. */
export async function recountAffiliate(
  connection: Connection,
  project: number,
  affid: string,
): Promise<void> {
  await connection.query(
    `insert into pending_refresh (project_id, affids) values ($1, array[$2])
     on conflict (project_id) do update
     set affids = pending_refresh.affids || excluded.affids, request = excluded.request`,
    [project, affid],
  );
}
