import type { ClickHouseClient } from '@clickhouse/client';

/** A query that needs about 100 MB, more than a usual batch. */
const probe = 'SELECT length(groupArray(number)) FROM numbers(8388608)';

/**
 * Whether the warehouse has memory for other work at this moment. If it has, a statement that failed for lack of memory
 * just before needs too much itself.
 */
export async function hasSpareMemory(warehouse: ClickHouseClient): Promise<boolean> {
  try {
    const answer = await warehouse.query({ query: probe, format: 'JSONEachRow' });
    await answer.text();
    return true;
  } catch {
    return false;
  }
}
