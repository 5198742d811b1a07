import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { costDimensions, storedDimensions } from '#contract/analytics/dimensions.ts';
import { visitKeys } from '../attribution/visit-keys.ts';
import type { CostRow, EventRow, LabelRow } from '../warehouse/rows.ts';

type Column<Row> = keyof Row & string;
type Columns<Row> = [Column<Row>, ...Column<Row>[]];

const eventColumns: Columns<EventRow> = [
  'project_id',
  'event_name',
  'event_time',
  'ingested_at',
  'event_uid',
  'side',
  'event_id',
  'order_id',
  'order_scope',
  'dedup_key',
  'click_id',
  'visitor_id',
  'user_id',
  ...storedDimensions,
  'value',
  'currency',
  'payout',
  'status',
  'is_bot',
  'is_test',
  'is_twin',
  'is_direct',
  'platform_click_ids',
  'user_agent',
  'client_ip',
  'params',
  'goal',
  'status_assumed',
  'terms_id',
  'offer_route',
  'offer_reason',
  'linked_offer',
  'cap_id',
  'click_payout',
  'test_id',
  'test_variant',
  'test_phase',
];

export const costColumns: Columns<CostRow> = [
  'project_id',
  'date',
  'account',
  'platform',
  ...costDimensions,
  'event_time',
  'impressions',
  'clicks',
  'spend',
  'currency',
  'spend_base',
  'excluded_reason',
  'version',
  'ingested_at',
];

export const visitColumns: [string, ...string[]] = [
  'project_id',
  'key',
  'event_time',
  'ingested_at',
  'event_uid',
];
const labelColumns: Columns<LabelRow> = ['project_id', 'kind', 'id', 'affid', 'name', 'seen_at'];

/**
 * An insert must be one block whatever its size, because each block uses the token. A batch may span any number of
 * months. Lone surrogates are stored as they came.
 */
const settings: ClickHouseSettings = {
  async_insert: 0,
  input_format_parallel_parsing: 0,
  max_partitions_per_insert_block: '0',
  input_format_json_throw_on_bad_escape_sequence: 0,
};

/** The same events with the same token are stored once, however often they are sent. */
export async function insertEvents(
  warehouse: ClickHouseClient,
  events: readonly EventRow[],
  token: string,
): Promise<void> {
  const values = events.map((event) => valuesOf(event, eventColumns));
  await insert(warehouse, 'events', eventColumns, values, token);
}

/** Indexes clicks by each id of their visitor. */
export async function insertVisits(
  warehouse: ClickHouseClient,
  clicks: readonly EventRow[],
  token: string,
): Promise<void> {
  const values = clicks.flatMap((event) => {
    const [time, ingested] = [withoutZone(event.event_time), withoutZone(event.ingested_at)];
    return visitKeys(event).map((key) => [event.project_id, key, time, ingested, event.event_uid]);
  });
  await insert(warehouse, 'visits', visitColumns, values, token);
}

/**
 * Adds to the history of costs, then to their present; repeating it changes neither. A cost is known from its ingestion
 * on, a revalued one from its revaluation on.
 */
export async function insertCosts(
  warehouse: ClickHouseClient,
  costs: readonly CostRow[],
  valuedAt?: Date,
): Promise<void> {
  const values = costs.map((cost) => valuesOf(cost, costColumns));
  const history = costs.map((cost, index) => [
    ...(values[index] ?? []),
    withoutZone(valuedAt?.toISOString() ?? cost.ingested_at),
  ]);
  await insert(warehouse, 'cost_history', [...costColumns, 'known_at'], history);
  await insert(warehouse, 'costs', costColumns, values);
}

export async function insertLabels(
  warehouse: ClickHouseClient,
  labels: readonly LabelRow[],
): Promise<void> {
  const values = labels.map((label) => valuesOf(label, labelColumns));
  await insert(warehouse, 'labels', labelColumns, values);
}

/** Whether it is a click with an id of its visitor. */
export function isVisit(event: EventRow): boolean {
  const { event_name, is_bot, is_test } = event;
  return event_name === 'click' && is_bot === 0 && is_test === 0 && visitKeys(event).length > 0;
}

async function insert(
  warehouse: ClickHouseClient,
  table: string,
  columns: [string, ...string[]],
  values: readonly unknown[][],
  token?: string,
): Promise<void> {
  if (values.length === 0) return;
  await warehouse.insert({
    table,
    columns,
    values,
    format: 'JSONCompactEachRow',
    clickhouse_settings: token ? { ...settings, insert_deduplication_token: token } : settings,
  });
}

const instants = new Set(['event_time', 'ingested_at', 'seen_at']);

/** A missing value is stored as the default of its column. */
function valuesOf<Row extends object>(row: Row, columns: Columns<Row>): unknown[] {
  return columns.map((column) =>
    instants.has(column) ? withoutZone(String(row[column])) : (row[column] ?? null),
  );
}

/** ISO text in the form that the engine parses fastest; every column is in UTC. */
export function withoutZone(instant: string): string {
  return instant.slice(0, -1).replace('T', ' ');
}
