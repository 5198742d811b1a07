import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import type { z } from 'zod';
import type { replayAnswerSchema, replaySchema } from '#contract/event-pixels/health.ts';
import type { PixelEvent } from '../database/payloads/pixel-event.ts';
import { readSides } from './conversion-evidence.ts';
import { OLDEST, pixelConversionsIn } from './delivery-plan.ts';

type Row = { id: string; conversion: string; status: string; project: number; affid: string };

type Stores = { pool: pg.Pool; reader: ClickHouseClient };

/** The next replay continues with the rest. */
const mostAtOnce = 500;

/**
 * Retries failed deliveries under the same event ids and keys. The person's data were deleted with the failure and are
 * read again, so the present data are sent. Failures that must not be sent any more are skipped in the search, because
 * they stay failed and would otherwise be the only ones found.
 */
export async function replay(
  stores: Stores,
  pixelId: number,
  { outcome, since }: z.output<typeof replaySchema>,
  now: Date,
): Promise<z.output<typeof replayAnswerSchema>> {
  let replayed = 0;
  let skipped = 0;
  let after = '0';
  while (replayed < mostAtOnce) {
    const { rows } = await stores.pool.query<Row>(failed, [
      pixelId,
      outcome,
      since,
      after,
      mostAtOnce,
    ]);
    const facts = (await factsOf(stores.reader, rows, now)).slice(0, mostAtOnce - replayed);
    const isLast = replayed + facts.length === mostAtOnce;
    const end = isLast ? rows.findIndex(({ id }) => id === facts.at(-1)?.id) + 1 : rows.length;
    const last = rows[end - 1];
    if (!last) break;
    const { rowCount } = await stores.pool.query(sendAgain, [JSON.stringify(facts), now]);
    const sent = rowCount ?? 0;
    replayed += sent;
    skipped += end - sent;
    after = last.id;
  }
  return { replayed, skipped };
}

const failed = `
select d.id::text, d.conversion_id as conversion, d.status, a.project_id as project, a.aff_id as affid
from pixel_deliveries d join event_pixels p on p.id = d.pixel_id
join affiliates a on a.id = p.affiliate_id
where d.pixel_id = $1 and d.state = 'given_up' and d.outcome = $2 and d.created_at >= $3 and not d.is_test
  and d.id > $4
order by d.id limit $5`;

const sendAgain = `
update pixel_deliveries d set state = 'waiting', outcome = 'pending', attempts = 0, next_at = $2,
  finished_at = null, facts = given.facts
from jsonb_to_recordset($1) as given(id bigint, facts jsonb)
where d.id = given.id and d.state = 'given_up'`;

/** The present data of each failed delivery of a pixel; nothing for those that must not be sent any more. */
async function factsOf(
  reader: ClickHouseClient,
  rows: readonly Row[],
  now: Date,
): Promise<{ id: string; facts: PixelEvent }[]> {
  const [first] = rows;
  if (!first) return [];
  const { project, affid } = first;
  const ids = [...new Set(rows.map(({ conversion }) => conversion))];
  const sightings = await readSides(reader, project, ids);
  const conversions = await pixelConversionsIn(reader, project, sightings, new Set([affid]));
  const byId = new Map(conversions.map((one) => [one.pixelEvent.conversion_id, one]));
  return rows.flatMap(({ id, conversion, status }) => {
    const one = byId.get(conversion);
    const holds =
      one?.affid === affid &&
      one.pixelEvent.status === status &&
      one.eventTime >= now.getTime() - OLDEST;
    return one && holds ? [{ id, facts: one.pixelEvent }] : [];
  });
}
