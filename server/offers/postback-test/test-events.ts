import type { ClickHouseClient } from '@clickhouse/client';
import { readWithRetry } from '../../warehouse/read-with-retry.ts';

/** The click of a test as it was stored. */
export type TestClick = { route: string; reason: string; terms: number; at: number };
/** The conversion of a test as it was stored. */
export type TestSale = { value: string; payout: string | null; currency: string; at: number };

type Wanted = { project: number; click: string; event: string };

/** What has arrived in the warehouse of the click of a test; null where nothing has. */
export async function readTestEvents(
  reader: ClickHouseClient,
  { project, click, event }: Wanted,
  leaving: AbortSignal,
): Promise<{ click: TestClick | null; sale: TestSale | null }> {
  const rows = await readWithRetry(async () => {
    const answer = await reader.query({
      query: `SELECT event_name = 'click' AS is_click, offer_route AS route, offer_reason AS reason,
          terms_id AS terms, toString(value) AS value, toString(payout) AS payout, currency,
          toUnixTimestamp64Milli(event_time) AS at
        FROM events
        WHERE project_id = {project:UInt32} AND event_name IN ('click', {event:String}) AND is_test = 1
          AND click_id = {click:String}
        ORDER BY event_time LIMIT 10`,
      query_params: { project, click, event },
      format: 'JSONEachRow',
    });
    return answer.json<Row>();
  }, leaving);
  const [clicked] = rows.filter((row) => Number(row.is_click) === 1);
  const [sold] = rows.filter((row) => Number(row.is_click) === 0);
  return {
    click: clicked ? { ...clicked, terms: Number(clicked.terms), at: Number(clicked.at) } : null,
    sale: sold ? { ...sold, at: Number(sold.at) } : null,
  };
}

type Row = {
  is_click: number;
  route: string;
  reason: string;
  terms: number;
  value: string;
  payout: string | null;
  currency: string;
  at: number | string;
};
