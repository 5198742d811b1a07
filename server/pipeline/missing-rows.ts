import type { ClickHouseClient } from '@clickhouse/client';
import { withoutZone } from './insert-rows.ts';

type Placed = {
  project_id: number;
  event_time: string;
  ingested_at: string;
  event_uid: string;
};

/** The number of rows per query, limited because they are sent in its URL. */
const MOST = 100;

/** Rows whose part is missing in the table. An insert stores a part completely or not at all. */
export async function missingRows<Row extends Placed>(
  warehouse: ClickHouseClient,
  table: 'events' | 'visits',
  rows: readonly Row[],
): Promise<Row[]> {
  const parts = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const name = table === 'events' ? row.event_time.slice(0, '2026-11'.length) : '';
    const part = parts.get(name);
    if (part) part.push(row);
    else parts.set(name, [row]);
  }
  const all = [...parts.values()];
  const missing: Row[] = [];
  for (let from = 0; from < all.length; from += MOST) {
    const some = all.slice(from, from + MOST);
    const heads = some.map(([head]) => head);
    const present = await presentRowsIn(warehouse, table, heads);
    missing.push(...some.filter(([head]) => !present.has(nameOf(head))).flat());
  }
  return missing;
}

/**
 * The row's full name: an event may return after its delivery was forgotten, and two projects may receive the same
 * event.
 */
const nameOf = ({ project_id, ingested_at, event_uid }: Placed): string =>
  `${project_id} ${withoutZone(ingested_at)} ${event_uid}`;

async function presentRowsIn(
  warehouse: ClickHouseClient,
  table: 'events' | 'visits',
  rows: readonly Placed[],
): Promise<Set<string>> {
  const answer = await warehouse.query({
    query: `SELECT DISTINCT concat(toString(project_id), ' ', toString(ingested_at), ' ', event_uid) AS name
      FROM ${table}
      WHERE project_id IN {projects:Array(UInt32)}
        AND event_time IN {times:Array(DateTime64(3, 'UTC'))}
        AND name IN {names:Array(String)}`,
    query_params: {
      projects: [...new Set(rows.map(({ project_id }) => project_id))],
      times: rows.map(({ event_time }) => withoutZone(event_time)),
      names: rows.map(nameOf),
    },
    format: 'JSONEachRow',
  });
  const found = await answer.json<{ name: string }>();
  return new Set(found.map(({ name }) => name));
}
