import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  type LoggedPostback,
  type PostbackLogQuery,
  type PostbackResult,
  postbackRetentionDays,
} from '#contract/collect/postback-log.ts';
import { endpoints } from '#contract/endpoints.ts';
import { dayAt, windowOf } from '#contract/period.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { serve } from '../plugins/serve.ts';
import { postbackOutcomes } from './postback-outcome.ts';
import type { PostbackRecord, PostbackRecorder } from './postback-recorder.ts';

type Dependencies = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  recorder: PostbackRecorder;
  now: () => Date;
};

/** The postback log of a project, for members who settle with networks. */
export function postbackLogRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, endpoints.postbackLog, async ({ access, query, reply }) => {
    requireCapability(memberForInput(access, query.project_id), 'conversion.decide');
    await dependencies.recorder.flush();
    const { rows, next } = await pageOf(query, dependencies);
    if (next) reply.header('x-next-cursor', next);
    return rows;
  });
}

/** The number of postbacks whose outcome is read at once, and of such reads per page. */
const atOnce = 500;
const mostBatches = 20;

type Stored = Omit<LoggedPostback, 'result' | 'received_at' | 'conversion_id'> & {
  at: Date;
  result: PostbackRecord['result'];
  uid: string | null;
};

/** Latest first. A page with few rows has a cursor at which the search stopped. */
async function pageOf(
  query: PostbackLogQuery,
  { pool, reader, now }: Dependencies,
): Promise<{ rows: LoggedPostback[]; next: string | null }> {
  const { result, limit, project_id } = query;
  const readsOutcomes = result !== undefined && storedAs[result] === 'accepted';
  const size = readsOutcomes ? atOnce : limit + 1;
  const rows: LoggedPostback[] = [];
  let cursor = query.cursor;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const stored = await batchOf(pool, { ...query, cursor }, { size, now: now() });
    const withOutcomes = await addOutcomes(reader, project_id, stored);
    for (const [index, row] of withOutcomes.entries()) {
      if (result && row.result !== result) continue;
      if (rows.length === limit)
        return { rows, next: cursorAt(stored[index - 1]) ?? cursor ?? null };
      rows.push(row);
    }
    if (stored.length < size) return { rows, next: null };
    cursor = cursorAt(stored.at(-1)) ?? undefined;
  }
  return { rows, next: cursor ?? null };
}

const storedAs: Record<PostbackResult, PostbackRecord['result']> = {
  accepted: 'accepted',
  unknown_click: 'accepted',
  expired_window: 'accepted',
  duplicate: 'duplicate',
  parse_error: 'parse_error',
};

const page = `
select id::float8 as id, received_at as at, method, address, network as "from", result, field, message, event_name,
  click_id, order_id, value, currency, status, event_uid as uid
from postback_log
where project_id = $1 and received_at >= $2 and received_at < $3 and ($4::text is null or result = $4)
  and ($5::text is null or starts_with(click_id, $5) or starts_with(order_id, $5))
  and ($6::timestamptz is null or (received_at, id) < ($6, $7::bigint))
order by received_at desc, id desc limit $8`;

async function batchOf(
  pool: pg.Pool,
  query: PostbackLogQuery,
  { size, now }: { size: number; now: Date },
): Promise<Stored[]> {
  const { project_id, result, search, cursor } = query;
  const { from, to } = spanOf(query, now);
  const [time, id] = cursor?.split('.') ?? [];
  const { rows } = await pool.query<Stored>(page, [
    project_id,
    from,
    to,
    result ? storedAs[result] : null,
    search,
    time === undefined ? null : new Date(Number(time)),
    id,
    size,
  ]);
  return rows;
}

/** The requested days as far as the log reaches back. */
function spanOf({ start_date, end_date, timezone }: PostbackLogQuery, now: Date) {
  const oldest = new Date(now.getTime() - postbackRetentionDays * 24 * 3_600_000);
  const end = end_date ?? dayAt(now, timezone);
  const { from, to } = windowOf({ start: start_date ?? end, end }, timezone);
  return { from: start_date && from > oldest ? from : oldest, to };
}

async function addOutcomes(
  reader: ClickHouseClient,
  project: number,
  stored: readonly Stored[],
): Promise<LoggedPostback[]> {
  const taken = stored.flatMap(({ uid, click_id: click, order_id: order, at }) =>
    uid ? [{ uid, click, order, at }] : [],
  );
  const outcomes = await postbackOutcomes(reader, project, taken);
  return stored.map(({ at, uid, result, ...row }) => {
    const outcome = uid ? outcomes.get(uid) : undefined;
    return {
      ...row,
      received_at: at.toISOString(),
      message: outcome?.isFolded
        ? `Folded into the conversion ${outcome.conversion}, which an earlier report opened.`
        : row.message,
      result: result === 'accepted' ? (outcome?.result ?? 'accepted') : result,
      conversion_id: outcome?.conversion ?? null,
    };
  });
}

const cursorAt = (row: Stored | undefined): string | null =>
  row ? `${row.at.getTime()}.${row.id}` : null;
