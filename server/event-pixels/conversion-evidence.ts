import type { ClickHouseClient } from '@clickhouse/client';
import type { CreditedOrigin } from '../database/payloads/pixel-event.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';

/** One side of a conversion, as its version says. */
export type ConversionSide = CreditedOrigin & {
  project_id: number;
  conversion_id: string;
  side: 'server' | 'browser';
  deleted: 0 | 1;
  record: string;
  event_name: string;
  event_time: string;
  event_id: string;
  order_id: string;
  status: string;
  excluded_reason: string;
  sent_value: string;
  project_value: string;
  payout: string;
  currency: string;
  click_id: string;
  click_uid: string;
  click_time: string | null;
  visitor_id: string;
  user_id: string;
  event_uids: string[];
};

/** Fields that only the raw event has. */
export type Evidence = {
  event_uid: string;
  side: string;
  platform_click_ids: Record<string, string>;
  user_agent: string;
  params: string;
};

const columns = `project_id, conversion_id, side, deleted, record, event_name, toString(event_time) AS event_time,
  event_id, order_id, status, excluded_reason, toDecimalString(value, 4) AS project_value,
  toDecimalString(value_sent, 4) AS sent_value, toDecimalString(payout, 4) AS payout, currency,
  affid, affsub, offer_id, campaign_id, adset_id, ad_id, country, click_id, click_uid,
  toString(click_time) AS click_time, visitor_id, user_id, event_uids`;

/** The sides that a version wrote or ended. */
export async function readVersion(
  reader: ClickHouseClient,
  version: string,
  projects: readonly number[],
): Promise<ConversionSide[]> {
  const answer = await reader.query({
    query: `SELECT ${columns} FROM conversion_versions
      WHERE project_id IN {projects:Array(UInt32)} AND version = {version:UInt64}`,
    query_params: { version, projects },
    format: 'JSONEachRow',
  });
  return answer.json<ConversionSide>();
}

/** Both present sides of conversions. */
export async function readSides(
  reader: ClickHouseClient,
  project: number,
  ids: readonly string[],
): Promise<ConversionSide[]> {
  const found: ConversionSide[] = [];
  for (const list of parameterChunks(ids)) {
    const answer = await reader.query({
      query: `SELECT ${columns} FROM (
          SELECT * FROM conversion_versions
          WHERE project_id = {project:UInt32} AND conversion_id IN {list:Array(String)}
          ORDER BY version DESC LIMIT 1 BY conversion_id, side
        ) AS newest WHERE deleted = 0`,
      query_params: { project, list },
      format: 'JSONEachRow',
    });
    found.push(...(await answer.json<ConversionSide>()));
  }
  return found;
}

/** The events and clicks of conversions; `from` and `to` are ISO text around their times. */
export async function readEvidence(
  reader: ClickHouseClient,
  project: number,
  uids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<Map<string, Evidence>> {
  const found = new Map<string, Evidence>();
  for (const list of parameterChunks(uids)) {
    const answer = await reader.query({
      query: `SELECT event_uid, side, platform_click_ids, user_agent, params FROM events
        WHERE project_id = {project:UInt32} AND left_out = 0 AND event_uid IN {list:Array(String)}
          AND event_time >= parseDateTime64BestEffort({from:String}, 3, 'UTC')
          AND event_time <= parseDateTime64BestEffort({to:String}, 3, 'UTC')`,
      query_params: { project, list, from, to },
      format: 'JSONEachRow',
    });
    for (const row of await answer.json<Evidence>()) found.set(row.event_uid, row);
  }
  return found;
}
