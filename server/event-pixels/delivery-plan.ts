import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { bisect } from '../attribution/skip-failing.ts';
import { type Connection, inTransaction, withSavepoint } from '../database/orm.ts';
import { versionItem } from '../failed-items/item-names.ts';
import { type FailedTry, noteFailedTry } from '../failed-items/repository.ts';
import { groupByKeys } from '../platform/group-by.ts';
import {
  type ConversionSide,
  readEvidence,
  readSides,
  readVersion,
} from './conversion-evidence.ts';
import { hostOf, type Sender } from './payload/build-request.ts';
import type { Destinations } from './payload/destinations.ts';
import { type PixelConversion, pixelConversionOf } from './pixel-conversion.ts';

type Pixel = Pick<Sender, 'type' | 'url_template'> & {
  id: number;
  project: number;
  affid: string;
  event_name: string;
  fire_on: string[];
  dedup_mode: string;
  created_at: Date;
};

type Planned = {
  pixel: number;
  mode: string;
  conversion: string;
  aliases: string[];
  status: string;
  event: string;
  key: string;
  host: string;
  payout: string;
  facts: PixelConversion['pixelEvent'];
};

type Stores = { pool: pg.Pool; reader: ClickHouseClient };

/** An arbitrary number, the same in every process on one database. */
const PLANNING = 4_017_228;
/** Platforms refuse older events, and imported history is not sent. */
export const OLDEST = 7 * 86_400_000;
/** The longest time from a click to a conversion it earned. */
const CLICK_BEFORE = 91 * 86_400_000;
const MINUTE = 60_000;

/** Demo projects send nothing. Deliveries of a stopped pixel wait until it is started. */
const working = `
select p.id, a.project_id as project, a.aff_id as affid, lower(m.event_name) as event_name, p.type, p.url_template,
  p.fire_on, p.dedup_mode, p.created_at
from event_pixels p
join affiliates a on a.id = p.affiliate_id
join master_pixels m on m.id = p.event_id
join projects on projects.id = a.project_id and not projects.is_demo
where p.status in ('active', 'error') and p.removed_at is null and p.type <> 'html'`;

/** Queues a version of conversions for planning. Repeating it changes nothing; without pixels it is skipped. */
export async function enqueueVersion(
  connection: Connection,
  version: string,
  projects: readonly number[],
): Promise<void> {
  await connection.query(
    `insert into pixel_news (version) select $1
     where exists (select from (${working}) p where p.project = any($2))
     on conflict do nothing`,
    [version, projects],
  );
}

/**
 * Plans deliveries for the oldest queued version and removes it, in one transaction; answers whether there was one.
 * Versions are planned one after the other across processes, because a later one may rename what an earlier one
 * planned. A conversion that cannot be planned is set aside.
 */
export function planNext(
  { pool, reader }: Stores,
  {
    destinations,
    now,
    onBegun,
  }: {
    destinations: Destinations;
    now: Date;
    /** Called with the version that is planned. */
    onBegun?: (version: string) => void;
  },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows: turn } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock($1) as mine',
      [PLANNING],
    );
    if (!turn[0]?.mine) return false;
    const { rows: versions } = await client.query<{ version: string }>(
      'select version from pixel_news order by version limit 1',
    );
    const version = versions[0]?.version;
    if (version === undefined) return false;
    onBegun?.(version);
    const { rows: pixels } = await client.query<Pixel>(working);
    const projects = [...new Set(pixels.map(({ project }) => project))];
    const changed = projects.length > 0 ? await readVersion(reader, version, projects) : [];
    for (const project of new Set(changed.map(({ project_id }) => project_id))) {
      const own = pixels.filter((pixel) => pixel.project === project);
      const its = changed.filter((row) => row.project_id === project);
      const affids = new Set(own.map(({ affid }) => affid));
      const plan = async (ids: readonly string[]) => {
        const some = new Set(ids);
        const rows = its.filter(({ conversion_id }) => some.has(conversion_id));
        const conversions = await pixelConversionsIn(reader, project, rows, affids);
        const planned = conversions.flatMap((one) => plannedFor(one, own, destinations, now));
        await keep(client, planned, now);
      };
      const failed: FailedTry[] = [];
      await bisect(
        [...new Set(its.map(({ conversion_id }) => conversion_id))],
        (ids) => withSavepoint(client, () => plan(ids)),
        (id, reason) => {
          failed.push({ queue: 'pixels', project, item: versionItem(version, id), reason });
        },
      );
      for (const one of failed) await noteFailedTry(client, one, { now });
    }
    await client.query('delete from pixel_news where version = $1', [version]);
    return true;
  });
}

/** Removes a version that cannot be planned, and notes it as failed in the projects that have pixels. */
export function leaveOutVersion(
  pool: pg.Pool,
  version: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('delete from pixel_news where version = $1', [version]);
    const { rows } = await client.query<{ project: number }>(
      `select distinct project from (${working}) p order by project`,
    );
    for (const { project } of rows) {
      const failed = { queue: 'pixels', project, item: versionItem(version), reason } as const;
      await noteFailedTry(client, failed, { now });
    }
  });
}

/** The data of the conversions that a version changed, as far as these affiliates earned them. */
export async function pixelConversionsIn(
  reader: ClickHouseClient,
  project: number,
  changed: readonly ConversionSide[],
  affids: ReadonlySet<string>,
): Promise<PixelConversion[]> {
  const ended = changed.filter(({ deleted }) => deleted === 1);
  const ids = [...new Set(changed.map(({ conversion_id }) => conversion_id))];
  const found = await readSides(reader, project, ids);
  const earned = found.filter(({ affid }) => affids.has(affid));
  const wanted = new Set(earned.map(({ conversion_id }) => conversion_id));
  const sides = found.filter(({ conversion_id }) => wanted.has(conversion_id));
  const times = sides.map(({ event_time }) => Date.parse(`${event_time}Z`));
  if (times.length === 0) return [];
  const uids = sides.flatMap((side) => [...side.event_uids, side.click_uid].filter(Boolean));
  const evidence = await readEvidence(reader, project, [...new Set(uids)], {
    from: new Date(Math.min(...times) - CLICK_BEFORE).toISOString(),
    to: new Date(Math.max(...times) + OLDEST).toISOString(),
  });
  const endedBy = groupByKeys(ended, ({ event_uids }) => event_uids);
  const byId = groupByKeys(sides, ({ conversion_id }) => [conversion_id]);
  return [...byId.values()].flatMap((own) => pixelConversionOf(own, endedBy, evidence) ?? []);
}

function plannedFor(
  { pixelEvent, affid, eventTime, aliases }: PixelConversion,
  pixels: readonly Pixel[],
  destinations: Destinations,
  now: Date,
): Planned[] {
  if (eventTime < now.getTime() - OLDEST) return [];
  return pixels
    .filter((pixel) => pixel.affid === affid && pixel.event_name === pixelEvent.event_name)
    .filter((pixel) => pixel.fire_on.includes(pixelEvent.status))
    .filter((pixel) => eventTime >= pixel.created_at.getTime() - MINUTE)
    .map((pixel) => ({
      pixel: pixel.id,
      mode: pixel.dedup_mode,
      conversion: pixelEvent.conversion_id,
      aliases,
      status: pixelEvent.status,
      event: pixelEvent.event_id,
      key: keyOf(pixel.id, pixelEvent.conversion_id, pixelEvent.status),
      host: hostOf({ ...pixel, config: {}, method: 'GET' }, destinations),
      payout: pixelEvent.payout,
      facts: pixelEvent,
    }));
}

const keyOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/**
 * Deliveries planned under a conversion's former id move to its new one, so that receivers see one key. Of several
 * merged ids the oldest delivery of each status is kept.
 */
const rename = `
update pixel_deliveries d set conversion_id = given.conversion
from (
  select distinct on (given.pixel, given.conversion, old.status) old.id, given.conversion
  from jsonb_to_recordset($1) as given(pixel int, conversion text, aliases text[])
  join pixel_deliveries old on old.pixel_id = given.pixel and old.conversion_id = any(given.aliases)
  where not exists (
    select from pixel_deliveries present
    where present.pixel_id = given.pixel and present.conversion_id = given.conversion and present.status = old.status
  )
  order by given.pixel, given.conversion, old.status, old.id
) given
where d.id = given.id`;

/** Of two conversions that are merged, the second is not sent any more. */
const leaveOut = `
update pixel_deliveries d set state = 'done', outcome = 'deduped', facts = null, finished_at = $2
from jsonb_to_recordset($1) as given(pixel int, aliases text[])
where d.pixel_id = given.pixel and d.conversion_id = any(given.aliases) and d.state = 'waiting' and d.attempts = 0`;

/** The newest version is sent until the first attempt. Data already sent stay as they were. */
const insert = `
with given as (
  select * from jsonb_to_recordset($1) as given(
    pixel int, mode text, conversion text, status text, event text, key text, host text, payout numeric, facts jsonb)
), judged as (
  select given.*, exists (
    select from pixel_deliveries told
    where told.pixel_id = given.pixel and told.state <> 'given_up' and told.outcome <> 'deduped'
      and told.conversion_id = given.conversion and told.status <> given.status
  ) as is_further, given.mode = 'ignore_by_event_id' and exists (
    select from pixel_deliveries told
    where told.pixel_id = given.pixel and told.event_id = given.event and told.state <> 'given_up'
      and told.outcome <> 'deduped'
      and (told.conversion_id <> given.conversion or told.status <> given.status)
  ) as is_known
  from given
)
insert into pixel_deliveries as old (pixel_id, conversion_id, status, event_id, idempotency_key, host, payout, facts,
  state, next_at, outcome, created_at, finished_at)
select pixel, conversion, status,
  case when mode = 'new' and is_further then event || ':' || status else event end,
  key, host, payout, case when left_out then null else facts end,
  case when left_out then 'done' else 'waiting' end, $2,
  case when left_out then 'deduped' else 'pending' end, $2, case when left_out then $2::timestamptz end
from (select *, is_known or (mode = 'ignore' and is_further) as left_out from judged) as decided
on conflict (pixel_id, conversion_id, status) do update
set facts = excluded.facts, payout = excluded.payout
where old.state = 'waiting' and old.attempts = 0 and excluded.facts is not null`;

async function keep(client: pg.PoolClient, planned: readonly Planned[], now: Date): Promise<void> {
  for (let from = 0; from < planned.length; from += 500) {
    const page = planned.slice(from, from + 500);
    const renamed = page
      .filter(({ aliases }) => aliases.length > 0)
      .map(({ pixel, conversion, aliases }) => ({ pixel, conversion, aliases }));
    if (renamed.length > 0) {
      await client.query(rename, [JSON.stringify(renamed)]);
      await client.query(leaveOut, [JSON.stringify(renamed), now]);
    }
    await client.query(insert, [JSON.stringify(page), now]);
  }
}
