import type { ClickHouseClient } from '@clickhouse/client';
import type { ProjectFacts } from './test-app.ts';

export const acme: ProjectFacts = {
  id: 7,
  name: 'Acme',
  timezone: 'America/New_York',
  currency: 'USD',
  affids: ['1001', '1002'],
};
export const rival: ProjectFacts = { ...acme, id: 9, name: 'Rival', affids: ['3001'] };

export const vast: ProjectFacts = { ...acme, id: 11, name: 'Vast', affids: ['4001'] };

export type SaleSample = {
  project?: number;
  id: string;
  /** The events that reported it. */
  events?: readonly string[];
  /** The time of the click that earned it. */
  clicked?: string;
  side?: 'server' | 'browser';
  time: string;
  value: string;
  user?: number;
  affid?: string;
  campaign?: string;
  country?: string;
  attributed?: 0 | 1;
  paired?: 0 | 1;
  refund?: boolean;
  /** The reason why it is not counted. */
  excluded?: string;
  payout?: string;
  touches?: readonly TouchSample[];
  /** The time of the previous version, if it was on another day. */
  moved?: string;
};
export type TouchSample = { time: string; campaign: string; affid?: string; known?: string };

/** Conversions as the resolver writes them, in both of its tables. */
export async function insertSales(
  writer: ClickHouseClient,
  sales: readonly SaleSample[],
  known?: string,
): Promise<void> {
  const versions = sales.map((sale) => ({
    project_id: sale.project ?? acme.id,
    conversion_id: sale.id,
    side: sale.side ?? 'server',
    version: String(Date.parse(known ?? sale.time)),
    deleted: 0,
    known_at: known ?? sale.time,
    record: sale.refund ? 'refund' : 'conversion',
    event_name: sale.refund ? 'refund' : 'purchase',
    event_time: sale.time,
    event_uids: sale.events ?? [],
    value: sale.value,
    raw_count: 1,
    raw_value: sale.value,
    payout: sale.payout ?? '0',
    excluded_reason: sale.excluded ?? '',
    user_key: String(sale.user ?? 1),
    attributed: sale.attributed ?? 1,
    click_time: sale.clicked ?? null,
    paired: sale.paired ?? 0,
    affid: sale.affid ?? '1001',
    campaign_id: sale.campaign ?? '',
    country: sale.country ?? 'US',
    touches: JSON.stringify((sale.touches ?? []).map((touch) => touchOf(touch, sale))),
    moved_from: sale.moved ?? null,
  }));
  const conversions = versions.flatMap(({ moved_from, ...row }) => [
    row,
    ...(moved_from ? [{ ...row, event_time: moved_from, deleted: 1 }] : []),
  ]);
  for (const [table, values] of Object.entries({ conversions, conversion_versions: versions })) {
    await writer.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: parse });
  }
}

const touchOf = (
  { time, campaign, affid = '1001', known = time }: TouchSample,
  sale: SaleSample,
) => ({
  time: Date.parse(time),
  before: Date.parse(sale.time) - Date.parse(time),
  ingested: Date.parse(known),
  own: 0,
  direct: 0,
  affid,
  campaign_id: campaign,
  country: 'US',
});

export type ClickSample = {
  project?: number;
  time: string;
  visitor: string;
  affid?: string;
  campaign?: string;
  country?: string;
  known?: string;
  name?: string;
  uid?: string;
  bot?: 0 | 1;
};

let clicks = 0;

export async function insertClicks(
  writer: ClickHouseClient,
  all: readonly ClickSample[],
): Promise<void> {
  const values = all.map((one) => ({
    project_id: one.project ?? acme.id,
    event_name: one.name ?? 'click',
    event_time: one.time,
    ingested_at: one.known ?? one.time,
    event_uid: one.uid ?? `click-${clicks++}`,
    side: 'browser',
    visitor_id: one.visitor,
    affid: one.affid ?? '1001',
    campaign_id: one.campaign ?? '',
    country: one.country ?? 'US',
    is_bot: one.bot ?? 0,
  }));
  await writer.insert({
    table: 'events',
    values,
    format: 'JSONEachRow',
    clickhouse_settings: parse,
  });
}

export type CostSample = { project?: number; date: string; campaign: string; spend: string };

export async function insertCosts(
  writer: ClickHouseClient,
  all: readonly CostSample[],
): Promise<void> {
  const values = all.map((one) => ({
    project_id: one.project ?? acme.id,
    date: one.date,
    campaign_id: one.campaign,
    event_time: `${one.date}T17:00:00.000Z`,
    ingested_at: `${one.date}T17:00:00.000Z`,
    spend: one.spend,
    spend_base: one.spend,
    version: '1',
  }));
  await writer.insert({
    table: 'costs',
    values,
    format: 'JSONEachRow',
    clickhouse_settings: parse,
  });
}

const parse = { date_time_input_format: 'best_effort' } as const;
