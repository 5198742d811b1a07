import type { Connection } from '../database/orm.ts';

/** Requests the recomputation of all conversions of a project, when the caller's transaction commits. */
export async function requestRecompute(connection: Connection, project: number): Promise<void> {
  await connection.query(
    `insert into pending_refresh (project_id, everything) values ($1, true)
     on conflict (project_id) do update set everything = true, request = excluded.request`,
    [project],
  );
}

/** Requests the same for the conversions of one affiliate. */
export async function requestAffiliateRecompute(
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
