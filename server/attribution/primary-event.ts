import type { Connection } from '../database/orm.ts';

/** The event that counts as the conversion in the project `p` of a statement, in lower case. */
export const primaryEvent = `lower(coalesce(
  (select event_name from master_pixels where project_id = p.id and is_primary), 'purchase'))`;

/** The event that counts as the conversion of a project, in lower case. */
export async function readPrimaryEvent(connection: Connection, project: number): Promise<string> {
  const { rows } = await connection.query<{ event: string }>(
    `select ${primaryEvent} as event from projects p where p.id = $1`,
    [project],
  );
  return rows[0]?.event ?? 'purchase';
}
