import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import {
  claimDimensions,
  placeDimensions,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import { PAYOUT_ONLY } from '../warehouse/order-scope.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import { readableColumns, storedRow } from './conversion-table.ts';
import { EARLIEST_EARNED, LATEST_EARNED } from './credit.ts';
import {
  BETWEEN,
  type Condition,
  conditionsFor,
  conditionsOfClicks,
  type Parameters,
} from './event-conditions.ts';
import { isLinkClickId } from './link-click.ts';
import { type ProjectFacts, type RawEvent, REFUND, type Touch } from './raw-events.ts';
import type { Sources } from './recompute.ts';
import type { StoredRow } from './row-changes.ts';
import { readStoredCorrections } from './stored-corrections.ts';
import { readStoredDecisions } from './stored-decisions.ts';
import { readSiblings, unappliedVersions } from './stored-siblings.ts';
import { clickKey, visitKeys } from './visit-keys.ts';
import { TOUCH_WINDOW } from './windows.ts';

/** Above this many conversions in a window, sending the clicks' ids is cheaper than fetching all conversions. */
const MOST_FETCHED = 20_000;
/** Below this many ids, sending them is always cheaper. */
const FEW_IDS = 500;
/** A visitor with more clicks is no person. */
const MOST_VISITS = 2_000;

const rawEvent = `
  event_uid AS uid, event_name AS name, side,
  toUnixTimestamp64Milli(event_time) AS time, toUnixTimestamp64Milli(ingested_at) AS ingested,
  event_id, order_id, startsWith(order_scope, '${PAYOUT_ONLY}') AS is_payout,
  substring(order_scope, if(is_payout, ${PAYOUT_ONLY.length + 1}, 1)) AS scope, dedup_key AS key, click_id, visitor_id, user_id,
  ${[...claimDimensions, ...placeDimensions].join(', ')}, toString(value) AS value, currency, toString(payout) AS payout, status,
  status_assumed, goal`;

const touch = `
  event_uid AS uid,
  toUnixTimestamp64Milli(event_time) AS time, toUnixTimestamp64Milli(ingested_at) AS ingested,
  click_id, visitor_id, user_id, is_direct, is_twin, terms_id, offer_route, cap_id, ${storedDimensions.join(', ')}`;

const conversions = `
  FROM events
  WHERE project_id = {project:UInt32} AND event_name IN {names:Array(String)}
    AND is_bot = 0 AND is_test = 0`;

/** The index by hash comes first; its tuples then lead to the granules of the clicks. */
const clicksWith = `
  SELECT ${touch} FROM events
  WHERE project_id = {project:UInt32} AND event_name = 'click' AND ${BETWEEN}
    AND (event_time, event_uid) IN (
      SELECT event_time, event_uid FROM visits
      WHERE project_id = {project:UInt32} AND ${BETWEEN}
        AND key_hash IN (SELECT sipHash64(arrayJoin({ids:Array(String)})))
        AND key IN {ids:Array(String)}
      ORDER BY key, event_time DESC
      LIMIT ${MOST_VISITS} BY key
    )`;
const twinsWith = `${clicksWith} AND left_out = 3`;

type Window = { from: number; to: number };
type Stores = { pool: pg.Pool; warehouse: ClickHouseClient };

/** Reads one project's past from the warehouse and the stored decisions. */
export function sourcesOf({ pool, warehouse }: Stores, facts: ProjectFacts): Sources {
  const common = { project: facts.id, names: [facts.primary, REFUND] };

  const read = async <Row>(query: string, parameters: Parameters): Promise<Row[]> => {
    const answer = await warehouse.query({
      query,
      query_params: { ...common, ...parameters },
      format: 'JSONEachRow',
    });
    return answer.json<Row>();
  };

  const eventsWhere = async (conditions: readonly Condition[]): Promise<RawEvent[]> => {
    const found: RawEvent[] = [];
    for (const { sql, parameters } of conditions) {
      const rows = await read<RawEvent>(
        `SELECT ${rawEvent} ${conversions} AND (${sql})`,
        parameters,
      );
      for (const row of rows) found.push(numbered(row));
    }
    return found;
  };

  const clicksBy = async (
    query: string,
    ids: ReadonlySet<string>,
    window: Window,
  ): Promise<Touch[]> => {
    const found: Touch[] = [];
    for (const part of parameterChunks([...ids])) {
      for (const row of await read<Touch>(query, { ...window, ids: part }))
        found.push(numbered(row));
    }
    return found;
  };

  return {
    find: (search) => eventsWhere(conditionsFor(search)),

    async after(clicks) {
      const window = around(clicks, -EARLIEST_EARNED, LATEST_EARNED);
      const ids = new Set(clicks.flatMap(visitKeys));
      if (ids.size > FEW_IDS) {
        const rows = await read<RawEvent>(
          `SELECT ${rawEvent} ${conversions} AND ${BETWEEN} LIMIT ${MOST_FETCHED + 1}`,
          window,
        );
        if (rows.length <= MOST_FETCHED) {
          return rows.map(numbered).filter((event) => visitKeys(event).some((id) => ids.has(id)));
        }
      }
      return eventsWhere(conditionsOfClicks(clicks, window));
    },

    twins: (clicks) => {
      const counted = clicks.filter(
        ({ is_twin, click_id }) => is_twin !== 1 && isLinkClickId(click_id, facts.id),
      );
      const window = around(counted, TOUCH_WINDOW, TOUCH_WINDOW);
      return clicksBy(twinsWith, new Set(counted.map(clickKey)), window);
    },

    async touches(events) {
      const window = around(events, TOUCH_WINDOW, 0);
      const ids = new Set(events.flatMap(visitKeys));
      const found = await clicksBy(clicksWith, ids, window);
      const repeated = found.flatMap((one) => (one.is_twin === 1 ? [clickKey(one)] : []));
      const originals = new Set(repeated.filter((key) => !ids.has(key)));
      return [...found, ...(await clicksBy(clicksWith, originals, window))];
    },

    async rows(ids) {
      const found: StoredRow[] = [];
      for (const part of parameterChunks([...new Set(ids)])) {
        const rows = await read<StoredRow>(
          `SELECT ${readableColumns} FROM (
             SELECT * FROM conversion_versions
             WHERE project_id = {project:UInt32} AND conversion_id IN {ids:Array(String)}
             ORDER BY version DESC LIMIT 1 BY conversion_id, side)`,
          { ids: part },
        );
        for (const row of rows) found.push(storedRow(row));
      }
      return found;
    },

    decided: (events) =>
      readStoredDecisions(
        pool,
        facts.id,
        events.map(({ uid }) => uid),
      ),

    corrections: (events) =>
      readStoredCorrections(pool, facts.id, {
        conversions: [],
        uids: events.map(({ uid }) => uid),
      }),

    async siblings(groups) {
      const versions = await unappliedVersions(pool, facts.id);
      return readSiblings(groups, versions, read);
    },
  };
}

function around(instants: readonly { time: number }[], before: number, after: number): Window {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time } of instants) {
    from = Math.min(from, time - before);
    to = Math.max(to, time + after);
  }
  return { from, to };
}

/** 64-bit numbers arrive as text or as numbers, depending on a setting of the server. */
function numbered<Row extends { time: number; ingested: number }>(row: Row): Row {
  return { ...row, time: Number(row.time), ingested: Number(row.ingested) };
}
