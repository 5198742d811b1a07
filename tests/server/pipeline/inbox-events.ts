import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { InboxItem } from '#server/database/payloads/inbox-item.ts';
import type { Warehouse } from '#server/warehouse/connect.ts';
import type { CostRow, EventRow } from '#server/warehouse/rows.ts';

export const NOON = Date.UTC(2026, 10, 20, 12);

export const at = (ms: number): string => new Date(NOON + ms).toISOString();

/** An accepted event with no fields set. */
export function event(project: number, fields: Partial<EventRow> = {}): EventRow {
  const uid = fields.event_uid ?? randomUUID();
  const row: EventRow = {
    project_id: project,
    event_name: 'click',
    event_time: at(0),
    ingested_at: fields.event_time ?? at(0),
    event_uid: uid,
    side: 'server',
    event_id: '',
    order_id: '',
    order_scope: '',
    dedup_key: '',
    click_id: '',
    visitor_id: '',
    user_id: '',
    affid: '',
    affsub: '',
    referrer: '',
    channel: '',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_content: '',
    campaign_id: '',
    adset_id: '',
    ad_id: '',
    offer_id: '',
    country: 'ZZ',
    state: '',
    device: '',
    value: '0',
    currency: 'USD',
    payout: null,
    status: 'approved',
    is_bot: 0,
    is_test: 0,
    is_twin: 0,
    is_direct: 0,
    platform_click_ids: {},
    user_agent: '',
    client_ip: '',
    params: '{}',
    ...fields,
  };
  return { ...row, dedup_key: row.dedup_key || row.event_id || row.order_id || uid };
}

export const purchase = (project: number, fields: Partial<EventRow> = {}): EventRow =>
  event(project, { event_name: 'purchase', value: '86', event_time: at(3_600_000), ...fields });

export const cost = (project: number, fields: Partial<CostRow> = {}): Omit<CostRow, 'version'> => ({
  project_id: project,
  date: '2026-11-20',
  account: '',
  platform: 'meta',
  campaign_id: 'c1',
  adset_id: '',
  ad_id: '',
  affid: '',
  event_time: '2026-11-20T17:00:00.000Z',
  impressions: 1_000,
  clicks: 10,
  spend: '5',
  currency: 'USD',
  spend_base: '5',
  excluded_reason: '',
  ingested_at: at(0),
  ...fields,
});

/** Puts rows into the inbox in one commit, as the collector does. */
export async function storeInInbox(
  pool: pg.Pool,
  rows: readonly EventRow[],
  costs: readonly Omit<CostRow, 'version'>[] = [],
): Promise<void> {
  const accepted: InboxItem[] = [
    ...rows.map((row): InboxItem => ({ kind: 'event', event: row, labels: [] })),
    ...costs.map((row): InboxItem => ({ kind: 'cost', cost: row, labels: [] })),
  ];
  await pool.query(
    `insert into inbox (project_id, received_at, payload)
     select project, now(), payload from unnest($1::int[], $2::json[]) as given(project, payload)`,
    [
      accepted.map((one) => (one.kind === 'event' ? one.event : one.cost).project_id),
      accepted.map((one) => JSON.stringify(one)),
    ],
  );
}

export async function select<Row>(
  { writer }: Pick<Warehouse, 'writer'>,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<Row[]> {
  const answer = await writer.query({ query, query_params, format: 'JSONEachRow' });
  return answer.json<Row>();
}
