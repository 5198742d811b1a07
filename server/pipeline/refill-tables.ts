import type { ClickHouseClient } from '@clickhouse/client';
import { visitKeysInSql } from '../attribution/visit-keys.ts';
import { applyEveryKey } from './conversion-keys.ts';
import { applyEveryVersion } from './conversion-versions.ts';
import { costColumns, visitColumns } from './insert-rows.ts';

/** A block that equals one which was damaged is stored all the same; it may span any number of partitions. */
const settings = { insert_deduplicate: 0, max_partitions_per_insert_block: '0' } as const;

/** What the rows of a table follow from. */
const refills = new Map<string, (warehouse: ClickHouseClient) => Promise<void>>([
  ['visits', refillVisits],
  ['costs', refillCosts],
  ['conversions', (warehouse) => applyEveryVersion(warehouse, settings)],
  ['conversion_keys', (warehouse) => applyEveryKey(warehouse, settings)],
]);

export const isRefillable = (table: string): boolean => refills.has(table);

/** Puts back what tables have lost and other tables still hold; repeating it changes nothing. */
export async function refillTables(
  warehouse: ClickHouseClient,
  tables: ReadonlySet<string>,
): Promise<void> {
  for (const table of tables) await refills.get(table)?.(warehouse);
}

const visit = 'sipHash64(key, event_time, ingested_at, event_uid)';
const place = `project_id = {project:UInt32} AND toYYYYMM(event_time) = {month:UInt32}`;

/** By project and month, so that the hashes of the visits that are there fit into the memory. */
async function refillVisits(warehouse: ClickHouseClient): Promise<void> {
  const answer = await warehouse.query({
    query: `SELECT DISTINCT project_id AS project, toYYYYMM(event_time) AS month FROM events
      WHERE event_name = 'click' ORDER BY project, month`,
    format: 'JSONEachRow',
  });
  const columns = visitColumns.join(', ');
  for (const query_params of await answer.json<{ project: number; month: number }>()) {
    await warehouse.command({
      query: `INSERT INTO visits (${columns})
        SELECT ${columns} FROM events ARRAY JOIN ${visitKeysInSql} AS key
        WHERE ${place} AND event_name = 'click' AND is_bot = 0 AND is_test = 0
          AND ${visit} GLOBAL NOT IN (SELECT ${visit} FROM visits WHERE ${place})`,
      query_params,
      clickhouse_settings: settings,
    });
  }
}

/** Of each cost the table keeps the newest version by itself. */
async function refillCosts(warehouse: ClickHouseClient): Promise<void> {
  const columns = costColumns.join(', ');
  await warehouse.command({
    query: `INSERT INTO costs (${columns}) SELECT ${columns} FROM cost_history`,
    clickhouse_settings: settings,
  });
}
