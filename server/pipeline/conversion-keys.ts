import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { withoutZone } from '../attribution/conversion-table.ts';
import type { Change } from '../attribution/row-changes.ts';

const columns = ['project_id', 'id_key', 'conversion_id', 'affid', 'event_time'] as const;

/** Writes the searched ids of the history, as the migration of the table wrote those of earlier versions. */
const fromHistory = `INSERT INTO conversion_keys (${columns.join(', ')})
  SELECT project_id, arrayJoin(arrayFilter(key -> key != '', arrayDistinct([
    lowerUTF8(conversion_id), lowerUTF8(event_id), lowerUTF8(click_id), lowerUTF8(trim(LEADING '#' FROM order_id)),
    replaceRegexpAll(order_id, '[^0-9]', '')]))) AS id_key, conversion_id, affid, event_time
  FROM conversion_versions
  WHERE deleted = 0`;

/** Writes the ids that these conversions are searched by. The history has no index of versions, so it is not read. */
export async function writeKeys(
  warehouse: ClickHouseClient,
  changes: readonly Change[],
): Promise<void> {
  const values = changes
    .filter(({ deleted }) => deleted === 0)
    .flatMap((change) => keysOf(change).map((key) => rowOf(change, key)));
  if (values.length === 0) return;
  await warehouse.insert({
    table: 'conversion_keys',
    columns: [...columns],
    values,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { input_format_parallel_parsing: 0, async_insert: 0 },
  });
}

/** In lower case, an order without the `#` before it and also by its digits alone. */
const keysOf = ({ conversion_id, event_id, click_id, order_id }: Change): string[] => {
  const whole = [conversion_id, event_id, click_id, order_id.replace(/^#+/, '')];
  const keys = [...whole.map((id) => id.toLowerCase()), order_id.replace(/[^0-9]/g, '')];
  return [...new Set(keys)].filter((key) => key !== '');
};

const rowOf = ({ project_id, conversion_id, affid, event_time }: Change, key: string) => [
  project_id,
  key,
  conversion_id,
  affid,
  withoutZone(event_time),
];

/** Writes the searched ids of a version that an earlier attempt recorded. */
export async function writeKeysOf(warehouse: ClickHouseClient, version: string): Promise<void> {
  await warehouse.command({
    query: `${fromHistory} AND version = {version:UInt64}`,
    query_params: { version },
  });
}

/** Makes the searched ids of every version again. */
export async function applyEveryKey(
  warehouse: ClickHouseClient,
  settings: ClickHouseSettings,
): Promise<void> {
  await warehouse.command({ query: fromHistory, clickhouse_settings: settings });
}
