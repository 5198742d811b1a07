import type { ClickHouseClient } from '@clickhouse/client';

/** A query that needs about 100 MB, more than a usual batch. */
const probe = 'SELECT length(groupArray(number)) FROM numbers(8388608)';

/** Without memory an item gets more time, because other work that uses the memory may run for minutes. */
const LEAST = 300_000;

/**
 * For how long an item that failed for lack of memory is tried at least; null where the failure says nothing about the
 * item, because the warehouse has no memory for other work right afterwards either.
 */
export async function leastWithoutMemory(warehouse: ClickHouseClient): Promise<number | null> {
  return (await hasSpareMemory(warehouse)) ? LEAST : null;
}

async function hasSpareMemory(warehouse: ClickHouseClient): Promise<boolean> {
  try {
    const answer = await warehouse.query({ query: probe, format: 'JSONEachRow' });
    await answer.text();
    return true;
  } catch {
    return false;
  }
}
