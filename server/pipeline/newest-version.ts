import type { ClickHouseClient } from '@clickhouse/client';

/** The newest version in the warehouse. */
export async function newestVersion(warehouse: ClickHouseClient): Promise<string> {
  const answer = await warehouse.query({
    query: `SELECT toString(greatest(
      (SELECT max(version) FROM conversion_versions), (SELECT max(version) FROM costs)
    )) AS version`,
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ version: string }>();
  return found?.version ?? '0';
}
