import type { ClickHouseClient } from '@clickhouse/client';
import type { PostbackResult } from '#contract/collect/postback-log.ts';
import { MAX_SIDE_GAP } from '../analytics/conversion-rows/selected-conversions.ts';
import { visitKeys } from '../attribution/visit-keys.ts';
import { readWithRetry } from '../warehouse/read-with-retry.ts';

/** An accepted postback with the event it became. */
export type AcceptedPostback = { uid: string; click: string; order: string; at: Date };
export type PostbackOutcome = {
  conversion: string;
  /** Whether an earlier report had opened the conversion, so that this one is no conversion of its own. */
  isFolded: boolean;
  result: Exclude<PostbackResult, 'duplicate' | 'parse_error'>;
};

const conversions = `
SELECT conversion_id, attributed, event_uid AS head, arrayFilter(uid -> has({uids:Array(String)}, uid), event_uids) AS uids
FROM conversions FINAL
WHERE project_id = {project:UInt32} AND hasAny(event_uids, {uids:Array(String)})`;
const near = `${conversions}
  AND event_hour >= {from:DateTime('UTC')} AND event_hour <= {to:DateTime('UTC')}`;
/** Orders that were first reported long before. */
const older = `${conversions}
  AND order_id IN {orders:Array(String)}`;

/** Clicks received at any time. */
const clicks = `
SELECT DISTINCT key FROM visits
WHERE project_id = {project:UInt32} AND key_hash IN (SELECT sipHash64(arrayJoin({keys:Array(String)})))
  AND key IN {keys:Array(String)}`;

type Conversion = { conversion_id: string; attributed: number; head: string; uids: string[] };

/** The present outcome of postbacks: the conversion that their event belongs to, and whether a click earned it. */
export async function postbackOutcomes(
  reader: ClickHouseClient,
  project: number,
  taken: readonly AcceptedPostback[],
): Promise<ReadonlyMap<string, PostbackOutcome>> {
  if (taken.length === 0) return new Map();
  const found = await conversionsOf(reader, project, taken);
  const byUid = new Map(found.flatMap((one) => one.uids.map((uid) => [uid, one] as const)));
  const lost = taken.filter(({ uid }) => byUid.get(uid)?.attributed === 0);
  const seen = await seenAmong(reader, project, [...new Set(lost.map(({ click }) => click))]);
  return new Map(
    taken.flatMap(({ uid, click }) => {
      const one = byUid.get(uid);
      if (!one) return [];
      const missed = seen.has(click) ? 'expired_window' : 'unknown_click';
      const result = one.attributed === 1 ? 'accepted' : missed;
      const isFolded = one.head !== uid;
      return [[uid, { conversion: one.conversion_id, isFolded, result }] as const];
    }),
  );
}

async function conversionsOf(
  reader: ClickHouseClient,
  project: number,
  taken: readonly AcceptedPostback[],
): Promise<Conversion[]> {
  const times = taken.map(({ at }) => at.getTime());
  const query_params = {
    project,
    uids: taken.map(({ uid }) => uid),
    from: hourAt(Math.min(...times) - MAX_SIDE_GAP),
    to: hourAt(Math.max(...times) + MAX_SIDE_GAP),
  };
  const read = (query: string, more: Record<string, unknown> = {}) =>
    readWithRetry(async () => {
      const all = { ...query_params, ...more };
      const result = await reader.query({ query, query_params: all, format: 'JSONEachRow' });
      return result.json<Conversion>();
    });
  const found = await read(near);
  const known = new Set(found.flatMap(({ uids }) => uids));
  const missing = taken.filter(({ uid, order }) => order !== '' && !known.has(uid));
  if (missing.length === 0) return found;
  const orders = [...new Set(missing.map(({ order }) => order))];
  return [...found, ...(await read(older, { orders, uids: missing.map(({ uid }) => uid) }))];
}

async function seenAmong(
  reader: ClickHouseClient,
  project: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const keysOf = (click_id: string) => visitKeys({ click_id, visitor_id: '', user_id: '' });
  const query_params = { project, keys: ids.flatMap(keysOf) };
  const rows = await readWithRetry(async () => {
    const result = await reader.query({ query: clicks, query_params, format: 'JSONEachRow' });
    return result.json<{ key: string }>();
  });
  const keys = new Set(rows.map(({ key }) => key));
  return new Set(ids.filter((id) => keysOf(id).some((key) => keys.has(key))));
}

const hourAt = (time: number): number => Math.floor(time / 3_600_000) * 3_600;
