import type pg from 'pg';
import type {
  DedupMode,
  Pixel,
  PixelFireStatus,
  PixelType,
} from '#contract/event-pixels/schemas.ts';
import { primaryEvent } from '../attribution/primary-event.ts';
import { type Connection, within } from '../database/orm.ts';
import type { Config } from './config.ts';

/** For how long a removed pixel can be restored. */
const keptFor = '30 days';

export type PixelSettings = {
  event: number;
  name: string;
  side: 'server' | 'browser' | 'both';
  status: Pixel['status'];
  config: Config;
  url_template: string | null;
  method: 'GET' | 'POST';
  fire_on: PixelFireStatus[];
  dedup_mode: DedupMode;
};
export type PixelRow = PixelSettings & {
  id: number;
  affiliate: number;
  type: PixelType;
  secrets: Buffer | null;
  approved_code: string | null;
  created_at: Date;
  removed_at: Date | null;
  updated_at: Date;
  last_fired_at: Date | null;
  last_status: number | null;
  failures_24h: number;
  event_name: string;
  is_conversion: boolean;
};

/** A failure is a delivery whose last attempt of the day before `$1` did not succeed. */
const selected = `
select e.id, e.affiliate_id as affiliate, e.event_id as event, e.name, e.type, e.side, e.status, e.config, e.secrets, e.approved_code,
  e.url_template, e.method, e.fire_on, e.dedup_mode, e.created_at, e.removed_at,
  e.updated_at, last.fired_at as last_fired_at,
  last.http_status as last_status, failed.count as failures_24h, of.event_name, of.is_conversion
from event_pixels e
cross join lateral (
  select m.event_name, lower(m.event_name) = ${primaryEvent} as is_conversion
  from master_pixels m join projects p on p.id = m.project_id where m.id = e.event_id
) of
left join lateral (
  select tried_at as fired_at, http_status from pixel_deliveries
  where pixel_id = e.id and tried_at is not null and not is_test order by tried_at desc, id desc limit 1
) last on true
cross join lateral (
  select count(*)::int as count from pixel_deliveries
  where pixel_id = e.id and outcome not in ('pending', 'ok', 'deduped') and not is_test
    and tried_at > $1::timestamptz - interval '24 hours'
) failed`;

export async function readPixels(
  connection: Connection,
  affiliateIds: readonly number[],
  now: Date,
): Promise<PixelRow[]> {
  const { rows } = await connection.query<PixelRow>(
    `${selected} where e.affiliate_id = any($2) and e.removed_at is null order by e.id`,
    [now, affiliateIds],
  );
  return rows;
}

/** A pixel, including a removed one that can still be restored. */
export async function findPixel(
  connection: Connection,
  id: number,
  now: Date,
): Promise<PixelRow | null> {
  const { rows } = await connection.query<PixelRow>(
    `${selected} where e.id = $2
       and (e.removed_at is null or e.removed_at > $1::timestamptz - interval '${keptFor}')`,
    [now, id],
  );
  return rows[0] ?? null;
}

/** An event of an affiliate's project, and whether it counts as the conversion. */
export async function findEventOf(
  connection: Connection,
  event: number,
  affiliateId: number,
): Promise<{ isConversion: boolean } | null> {
  const { rows } = await connection.query<{ isConversion: boolean }>(
    `select lower(m.event_name) = ${primaryEvent} as "isConversion"
     from master_pixels m join projects p on p.id = m.project_id join affiliates a on a.project_id = p.id
     where m.id = $1 and a.id = $2 and m.removed_at is null`,
    [event, affiliateId],
  );
  return rows[0] ?? null;
}

export type NewPixel = PixelSettings & {
  affiliate: number;
  type: PixelType;
  approved_code: string | null;
};

/** The id is assigned first, because secrets are sealed for it. */
export async function createPixel(
  connection: Connection,
  pixel: NewPixel,
  seal: (id: number) => Buffer | null,
  now: Date,
): Promise<number> {
  const { rows } = await connection.query<{ id: number }>(
    `select nextval('event_pixels_id_seq')::int as id`,
  );
  const id = rows[0]?.id ?? 0;
  await connection.query(
    `insert into event_pixels (id, affiliate_id, event_id, name, type, side, status, config, secrets, url_template,
       method, fire_on, dedup_mode, created_at, updated_at, approved_code)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15)`,
    [
      id,
      pixel.affiliate,
      pixel.event,
      pixel.name,
      pixel.type,
      ...valuesOf(pixel, seal(id)),
      now,
      pixel.approved_code,
    ],
  );
  return id;
}

type ChangedPixel = { settings: PixelSettings; secrets: Buffer | null; approved: string | null };

/** Changes the settings of a locked row as decided, and answers the decision; null when there is no such pixel. */
export function changePixel<Decided extends ChangedPixel>(
  connection: Connection,
  id: number,
  decide: (row: PixelRow, client: pg.PoolClient) => Promise<Decided>,
  now: Date,
): Promise<Decided | null> {
  return within(connection, async (client) => {
    await client.query('select from event_pixels where id = $1 for update', [id]);
    const row = await findPixel(client, id, now);
    if (!row || row.removed_at) return null;
    const decided = await decide(row, client);
    const { settings, secrets, approved } = decided;
    await client.query(
      `update event_pixels set event_id = $2, name = $3, side = $4, status = $5, config = $6, secrets = $7,
         url_template = $8, method = $9, fire_on = $10, dedup_mode = $11, updated_at = $12, approved_code = $13 where id = $1`,
      [id, settings.event, settings.name, ...valuesOf(settings, secrets), now, approved],
    );
    return decided;
  });
}

const valuesOf = (settings: PixelSettings, secrets: Buffer | null): unknown[] => [
  settings.side,
  settings.status,
  settings.config,
  secrets,
  settings.url_template,
  settings.method,
  settings.fire_on,
  settings.dedup_mode,
];

/** Hides the pixel; the first removal after its time deletes it. */
export async function removePixel(connection: Connection, id: number, now: Date): Promise<void> {
  await connection.query(
    `delete from event_pixels where removed_at <= $1::timestamptz - interval '${keptFor}'`,
    [now],
  );
  await connection.query(
    'update event_pixels set removed_at = $2 where id = $1 and removed_at is null',
    [id, now],
  );
}

export async function restorePixel(connection: Connection, id: number): Promise<void> {
  await connection.query('update event_pixels set removed_at = null where id = $1', [id]);
}
