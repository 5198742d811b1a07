import type { ClickHouseClient } from '@clickhouse/client';
import type { Change } from './changes.ts';
import { columns, valuesOf, versionColumns } from './table.ts';

/**
 * Adds one version to the history of the conversions. The history comes first and is one block: it is there
 * as a whole or not at all, and `applyVersion` can always bring the present after it.
 */
export async function recordVersion(
  warehouse: ClickHouseClient,
  version: string,
  changes: readonly Change[],
): Promise<void> {
  await warehouse.insert({
    table: 'conversion_versions',
    columns: versionColumns,
    values: changes.map((change) => valuesOf(change, version)),
    format: 'JSONCompactEachRow',
    clickhouse_settings: { input_format_parallel_parsing: 0, async_insert: 0 },
  });
}

export async function isRecorded(warehouse: ClickHouseClient, version: string): Promise<boolean> {
  const answer = await warehouse.query({
    query: 'SELECT count() AS rows FROM conversion_versions WHERE version = {version:UInt64}',
    query_params: { version },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ rows: number | string }>();
  return Number(found?.rows ?? 0) > 0;
}

const list = columns.join(', ');
/** Each row where it lies from now on and, without life, where it lay before. */
const placed = columns
  .map((column) => ({ event_time: 'place.1', deleted: 'place.2' })[String(column)] ?? column)
  .join(', ');

/** Makes a recorded version the present one; again and again, if need be. It may lie in any number of partitions. */
export async function applyVersion(warehouse: ClickHouseClient, version: string): Promise<void> {
  await warehouse.command({
    query: `INSERT INTO conversions (${list})
      SELECT ${placed} FROM conversion_versions
      ARRAY JOIN arrayConcat(
        [(event_time, deleted)],
        if(moved_from IS NULL, [], [(assumeNotNull(moved_from), toUInt8(1))])) AS place
      WHERE version = {version:UInt64}`,
    query_params: { version },
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  });
}
