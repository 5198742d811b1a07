import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { ProjectScope } from '../access/scope.ts';
import type { Connection } from '../database/orm.ts';
import { addressOf } from '../platform/stored-address.ts';

type Row = {
  id: number;
  affid: string;
  name: string;
  home: string;
  key: string | null;
  shared: boolean;
};

/** `shared` tells that an older affiliate of another company gets the clicks of a link without a key. */
const links = `
select a.id, a.aff_id as affid, a.name, p.url as home, m.public_key as key,
  exists (
    select from affiliates older where older.aff_id = a.aff_id and older.project_id <> p.id and older.id < a.id
  ) as shared
from affiliates a
join projects p on p.id = a.project_id
left join lateral (
  select public_key from master_pixels where project_id = p.id and removed_at is null order by is_primary desc, id limit 1
) m on true
where p.id = $1 and ($2::text[] is null or a.aff_id = any($2))
order by a.id`;

/** The links of the affiliates in this part of a project. */
export async function readLinks(
  connection: Connection,
  { id, affids }: Pick<ProjectScope, 'id' | 'affids'>,
  publicUrl: string,
): Promise<TrackingLink[]> {
  const { rows } = await connection.query<Row>(links, [id, affids]);
  return rows.map(({ home, key, shared, ...row }) => {
    const address = addressOf(home);
    return {
      ...row,
      link: `${publicUrl}/t/c/${encodeURIComponent(row.affid)}${shared && key ? `?k=${key}` : ''}`,
      leads_to: key === null ? null : address,
      fault: key === null ? 'no_pixel' : address === null ? 'no_address' : null,
      postback: `${publicUrl}/t/pb`,
    };
  });
}
