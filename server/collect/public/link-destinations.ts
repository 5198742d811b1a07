import type pg from 'pg';
import { addressOf } from '../../platform/stored-address.ts';
import { createLastingCache, type TtlCache } from '../../platform/ttl-cache.ts';
import { type Pixel, type PixelRow, pixelColumns, pixelIn } from './pixel-keys.ts';

export type Link = { affid: string; offer?: string | undefined; key?: string | undefined };

/** What a tracking link belongs to. */
export type Destination = {
  pixel: Pixel;
  /** The website of the project; null where it has none. */
  home: string | null;
  /** The affiliate's access by the row id of an offer. */
  access: ReadonlyMap<number, string>;
};

export type DestinationOf = (link: Link) => Promise<Destination | null>;

/**
 * Two companies can use the same affiliate id: a key in the link decides, and without one the oldest affiliate wins, so
 * that a new affiliate cannot take over existing links.
 */
const statement = `
select ${pixelColumns}, p.url as home,
  (select json_object_agg(offer_id, status) from offer_access where affiliate_id = a.id and $2::text is not null) as access
from affiliates a
join projects p on p.id = a.project_id
join lateral (
  select * from master_pixels where project_id = p.id and removed_at is null order by is_primary desc, id limit 1
) m on true
where a.aff_id = $1 and ($2::text is null or exists (select from offers where project_id = p.id and offer_id = $2))
  and ($3::text is null or p.id = (select project_id from master_pixels where public_key = $3 and removed_at is null))
order by a.id limit 1`;

type Row = PixelRow & { home: string; access: Record<string, string> | null };

/** Destinations by affiliate, offer and key of a link, as JSON. */
export function createDestinations(
  pool: pg.Pool,
  isSilent?: () => boolean,
): TtlCache<Destination | null> {
  return createLastingCache(async (link: string) => {
    const values: unknown[] = JSON.parse(link);
    const query = { name: 'collect-link', text: statement, values, query_timeout: 3_000 };
    const [row] = (await pool.query<Row>(query)).rows;
    if (!row) return null;
    const { home, access, ...pixel } = row;
    const entries = Object.entries(access ?? {}).map(
      ([id, status]) => [Number(id), status] as const,
    );
    return { pixel: pixelIn(pixel), home: addressOf(home), access: new Map(entries) };
  }, isSilent);
}
