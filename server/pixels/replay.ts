import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import type { z } from 'zod';
import type { replayAnswerSchema, replaySchema } from '#contract/pixel-health.ts';
import { readSightings } from './conversions.ts';
import { OLDEST, toldIn } from './plan.ts';

type Row = { id: string; conversion: string; status: string; project: number; affid: string };

/** Whoever asks again gets the next ones. */
const mostAtOnce = 500;

/**
 * Lets what failed be sent once more, under the same event ids and keys. What was known of the person was forgotten
 * with the failure and is read anew, so that what is told is what holds now.
 */
export async function replay(
  { pool, reader }: { pool: pg.Pool; reader: ClickHouseClient },
  pixelId: number,
  { outcome, since }: z.output<typeof replaySchema>,
  now: Date,
): Promise<z.output<typeof replayAnswerSchema>> {
  const { rows } = await pool.query<Row>(
    `select d.id::text, d.conversion_id as conversion, d.status, a.project_id as project, a.aff_id as affid
     from pixel_deliveries d join event_pixels p on p.id = d.pixel_id
     join affiliates a on a.id = p.affiliate_id
     where d.pixel_id = $1 and d.state = 'given_up' and d.outcome = $2 and d.created_at >= $3 and not d.is_test
     order by d.id limit $4`,
    [pixelId, outcome, since, mostAtOnce],
  );
  const [first] = rows;
  if (!first) return { replayed: 0, skipped: 0 };
  const { project, affid } = first;
  const ids = [...new Set(rows.map(({ conversion }) => conversion))];
  const sightings = await readSightings(reader, project, ids);
  const told = await toldIn(reader, project, sightings, new Set([affid]));
  const facts = rows.flatMap(({ id, conversion, status }) => {
    const one = told.find(({ fired }) => fired.conversion_id === conversion);
    const holds =
      one?.affid === affid &&
      one.fired.status === status &&
      one.eventTime >= now.getTime() - OLDEST;
    return one && holds ? [{ id, facts: one.fired }] : [];
  });
  const { rowCount } = await pool.query(
    `update pixel_deliveries d set state = 'waiting', outcome = 'pending', attempts = 0, next_at = $2,
       finished_at = null, facts = given.facts
     from jsonb_to_recordset($1) as given(id bigint, facts jsonb)
     where d.id = given.id and d.state = 'given_up'`,
    [JSON.stringify(facts), now],
  );
  const replayed = rowCount ?? 0;
  return { replayed, skipped: rows.length - replayed };
}
