import type { ClickHouseClient } from '@clickhouse/client';

export type EventSample = {
  project?: number;
  event: string;
  at: string;
  visitor: string;
  url?: string;
  click?: string;
  affid?: string;
  country?: string;
  params?: Record<string, unknown>;
  bot?: 0 | 1;
  test?: 0 | 1;
};

let inserted = 0;

/** Events as the collector stores them. */
export async function insertEvents(
  writer: ClickHouseClient,
  events: readonly EventSample[],
): Promise<void> {
  const values = events.map((one) => ({
    project_id: one.project ?? 7,
    event_name: one.event,
    event_time: one.at,
    ingested_at: one.at,
    event_uid: `discovery-${inserted++}`,
    side: 'browser',
    visitor_id: one.visitor,
    click_id: one.click ?? '',
    affid: one.affid ?? '1001',
    country: one.country ?? 'US',
    status: 'approved',
    is_bot: one.bot ?? 0,
    is_test: one.test ?? 0,
    params: JSON.stringify({ ...(one.url ? { url: one.url } : {}), ...one.params }),
  }));
  await writer.insert({
    table: 'events',
    values,
    format: 'JSONEachRow',
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
}
