import type pg from 'pg';
import type { Execution, ExecutionOutcome } from '#contract/event-pixels/schemas.ts';
import { type Connection, inTransaction } from '../database/orm.ts';
import type { PixelEvent } from '../database/payloads/pixel-event.ts';
import type { Sender } from './payload/build-request.ts';

/** A claimed delivery, which no other process attempts until its lease ends. */
export type ClaimedDelivery = Sender & {
  id: string;
  pixel_id: number;
  secrets: Buffer | null;
  facts: PixelEvent;
  event_id: string;
  key: string;
  host: string;
  attempts: number;
  /** The payout that was already sent, where only the rest is sent. */
  told_payout: string;
};

export type Result = {
  outcome: ExecutionOutcome;
  status: number | null;
  latency: number;
  request: Execution['request'];
  excerpt: string;
};

/** How long an attempt may take in total before another process may retry. */
const LEASE_MS = 60_000;

/**
 * Whether a delivery `d` must wait for an earlier one of the same conversion. Only its final outcome decides
 * what was sent, and `edit` requests must arrive in order. The earlier one has few attempts and
 * becomes `given_up` at the latest, so the wait is bounded.
 */
export const isFollowing = `exists (
  select from pixel_deliveries earlier
  where earlier.pixel_id = d.pixel_id and earlier.conversion_id = d.conversion_id and earlier.id < d.id
    and earlier.state = 'waiting'
)`;

/**
 * Claims due deliveries, at most `each` per host and none of busy hosts. The attempt is counted before it is made, so
 * that after a crash the delivery continues under the same key.
 */
const claim = `
with due as (
  select d.id, row_number() over (partition by d.host order by d.next_at, d.id) as place
  from (
    select id, host, next_at from pixel_deliveries d
    where state = 'waiting' and next_at <= $1 and host <> all($2::text[])
      and pixel_id not in (select pixel_id from pixel_paces where second = $6::bigint and calls >= $5)
      and not ${isFollowing}
      and pixel_id in (select id from event_pixels where status = 'active' and removed_at is null)
    order by next_at, id limit 1000
  ) d
), chosen as materialized (
  select d.id from pixel_deliveries d join due on due.id = d.id
  where due.place <= $3 and d.state = 'waiting' and d.next_at <= $1
  order by d.next_at, d.id limit $4 for update of d skip locked
), paced as (
  insert into pixel_paces as known (pixel_id, second, calls)
  select d.pixel_id, $6::bigint, count(*) from chosen join pixel_deliveries d using (id) group by d.pixel_id
  on conflict (pixel_id) do update set second = excluded.second,
    calls = excluded.calls + case when known.second = excluded.second then known.calls else 0 end
)
update pixel_deliveries d set attempts = d.attempts + 1, next_at = $1::timestamptz + interval '${LEASE_MS} ms'
from chosen, event_pixels p join affiliates a on a.id = p.affiliate_id join projects j on j.id = a.project_id
where d.id = chosen.id and p.id = d.pixel_id
returning d.id::text, d.pixel_id, d.facts || jsonb_build_object('project_currency', j.currency) as facts, d.event_id, d.idempotency_key as key, d.host, d.attempts,
  p.type, p.config, p.secrets, p.url_template, p.method,
  case when p.dedup_mode = 'increment_payout' then (
    select coalesce(sum(payout), 0) from pixel_deliveries told
    where told.pixel_id = d.pixel_id and told.conversion_id = d.conversion_id and told.outcome = 'ok'
  ) else 0 end::text as told_payout`;

type Claiming = {
  now: Date;
  /** Hosts to skip for now. */
  busy: readonly string[];
  /** From how many calls in this second on a pixel is skipped. */
  full: number;
  /** Seconds since 1970; without it those of the database, the one clock of all processes. */
  second?: string;
  each: number;
  most: number;
};

const claimLock = 4_017_229;
const claimTurn = `
select pg_advisory_xact_lock($1), floor(extract(epoch from clock_timestamp()))::bigint::text as second`;

/** Processes claim one after the other, so that each sees the calls of all. */
export async function claimDue(
  pool: pg.Pool,
  { now, busy, full, each, most, second }: Claiming,
): Promise<ClaimedDelivery[]> {
  if (most <= 0) return [];
  return inTransaction(pool, async (client) => {
    const { rows: turn } = await client.query<{ second: string }>(claimTurn, [claimLock]);
    const values = [now, busy, each, most, full, second ?? turn[0]?.second];
    return (await client.query<ClaimedDelivery>(claim, values)).rows;
  });
}

export type Ending = { state: 'done' | 'given_up' } | { state: 'waiting'; nextAt: Date };

/** Stores the result of an attempt. After the last one the person's data are deleted. */
export async function recordAttempt(
  connection: Connection,
  {
    id,
    attempts,
    payout,
    matchKeys,
  }: Pick<ClaimedDelivery, 'id' | 'attempts'> & { payout: string | null; matchKeys: number },
  result: Result,
  ending: Ending,
  now: Date,
): Promise<void> {
  const attempt = {
    at: now.toISOString(),
    outcome: result.outcome,
    http_status: result.status,
    latency_ms: result.latency,
  };
  await connection.query(
    `update pixel_deliveries set state = $3, outcome = $4, http_status = $5, latency_ms = $6, request = $7,
       response_excerpt = $8, tries = tries || $9::jsonb, tried_at = $12, payout = coalesce($10, payout),
       next_at = coalesce($11, next_at),
       finished_at = case when $3 <> 'waiting' then $12::timestamptz end, match_keys = $13,
       facts = case when $3 = 'waiting' then facts end
     where id = $1 and attempts = $2 and state = 'waiting'`,
    [
      id,
      attempts,
      ending.state,
      result.outcome,
      result.status,
      result.latency,
      result.request,
      result.excerpt,
      JSON.stringify([attempt]),
      payout,
      ending.state === 'waiting' ? ending.nextAt : null,
      now,
      matchKeys,
    ],
  );
}

const keptFor = 30 * 86_400_000;

/**
 * Deletes the texts of requests and responses after their retention. The delivery itself stays, because the detail of a
 * conversion names it and nothing may be sent twice.
 */
export async function forgetRequests(connection: Connection, now: Date): Promise<void> {
  await connection.query(
    `update pixel_deliveries set request = null, response_excerpt = ''
     where request is not null and tried_at < $1 and state <> 'waiting'`,
    [new Date(now.getTime() - keptFor)],
  );
}

/** A failure rate above this share, of at least so many attempts in an hour, is no accident. */
const mostFailing = 0.2;
const fewestSent = 50;

/** Stops a failing pixel that calls a user-defined URL; pixels of platforms only get a worse health. */
export async function stopWhenFailing(
  connection: Connection,
  pixelId: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update event_pixels p set status = 'error'
     where id = $1 and status = 'active' and type in ('image', 'postback') and (
       select count(*) >= $3 and count(*) filter (where outcome <> 'ok') > $4::numeric * count(*)
       from pixel_deliveries
       where pixel_id = p.id and not is_test and outcome not in ('pending', 'deduped')
         and tried_at > $2::timestamptz - interval '1 hour' and tried_at >= p.updated_at
     )`,
    [pixelId, now, fewestSent, mostFailing],
  );
  return rowCount === 1;
}
