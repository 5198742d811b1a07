import type { ClickHouseClient } from '@clickhouse/client';

type Place = { affid: string; offer: string; at: string; country?: string; device?: string };
export type ClickSample = Place & { terms?: number; paid?: string };
export type ConversionSample = Place & {
  value: string;
  payout: string;
  status?: 'pending' | 'approved' | 'rejected';
  terms?: number;
};

let inserted = 0;
const clickhouse_settings = { date_time_input_format: 'best_effort' } as const;

/** Clicks and conversions of offers as the pipeline stores them. */
export async function insertTraffic(
  writer: ClickHouseClient,
  project: number,
  { clicks = [], conversions = [] }: { clicks?: ClickSample[]; conversions?: ConversionSample[] },
): Promise<void> {
  const place = ({ affid, offer, at, country = 'US', device = 'mobile' }: Place) => ({
    project_id: project,
    event_time: at,
    affid,
    offer_id: offer,
    ...{ country, device },
  });
  await writer.insert({
    table: 'events',
    values: clicks.map((click) => ({
      ...place(click),
      event_name: 'click',
      ingested_at: click.at,
      event_uid: `offers-${inserted++}`,
      side: 'server',
      visitor_id: `visitor-${inserted}`,
      status: 'approved',
      terms_id: click.terms ?? 0,
      click_payout: click.paid ?? '0',
    })),
    format: 'JSONEachRow',
    clickhouse_settings,
  });
  await writer.insert({
    table: 'conversions',
    values: conversions.map((one) => ({
      ...place(one),
      conversion_id: `offers-${inserted++}`,
      side: 'server',
      version: 1,
      record: 'conversion',
      event_name: 'purchase',
      known_at: one.at,
      value: one.value,
      raw_count: 1,
      raw_value: one.value,
      payout: one.payout,
      status: one.status ?? 'approved',
      excluded_reason: one.status === 'rejected' ? 'rejected' : '',
      attributed: 1,
      user_key: inserted,
      terms_id: one.terms ?? 0,
    })),
    format: 'JSONEachRow',
    clickhouse_settings,
  });
}
