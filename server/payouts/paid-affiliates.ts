import type { Connection } from '../database/orm.ts';

export type PaidAffiliate = { affiliate: number; affid: string; name: string };

/** The affiliates of a project, or those that the caller chose and may see. */
export async function readPaidAffiliates(
  connection: Connection,
  { id, affids }: { id: number; affids: readonly string[] | null },
): Promise<PaidAffiliate[]> {
  const { rows } = await connection.query<PaidAffiliate>(
    `select id as affiliate, aff_id as affid, name from affiliates
     where project_id = $1 and ($2::text[] is null or aff_id = any($2)) order by id`,
    [id, affids],
  );
  return rows;
}
