import type { ClickHouseClient } from '@clickhouse/client';
import { withoutZone } from './insert.ts';

/** One is noted in vain when an engine ends within a moment: of so many something else is wrong. */
const MOST_TOKENS = 5;

type Insertion<Row> = {
  insert: (rows: readonly Row[], token: string) => Promise<void>;
  /** Those of the rows that are not in their place. */
  missing: (rows: readonly Row[]) => Promise<readonly Row[]>;
};

/**
 * Inserts rows of which an earlier attempt may have arrived, with or without an answer, under the same token. Whether
 * they are there is looked at before and after: an engine notes a token before its rows are in their place, and may have
 * ended in between, or not have come to note it. Rows whose token was noted in vain come under the next one of a row
 * that is always the same, so that whoever else is at it adds nothing.
 */
export async function insertAgain<Row>(
  warehouse: ClickHouseClient,
  rows: readonly Row[],
  token: string,
  { insert, missing }: Insertion<Row>,
): Promise<void> {
  if (rows.length === 0) return;
  if (!(await notesTokensFirst(warehouse))) return insert(rows, token);
  let left = await missing(rows);
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === MOST_TOKENS) throw new Error('Rows that the warehouse took are not there.');
    await insert(left, attempt === 0 ? token : `${token}/${attempt}`);
    left = await missing(left);
  }
}

/** Replicated tables note a token and its rows in one step, and a replica that is asked may know neither of them yet. */
async function notesTokensFirst(warehouse: ClickHouseClient): Promise<boolean> {
  const answer = await warehouse.query({
    query: `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ engine: string }>();
  return found?.engine === 'MergeTree';
}

type Placed = {
  project_id: number;
  event_time: string;
  ingested_at: string;
  event_uid: string;
};

/** So many heads are asked for at once: they travel in the address of the question. */
const MOST = 100;

/** Those rows whose part is not in the table. What an insert brings to a part is there as a whole or not at all. */
export async function missingOf<Row extends Placed>(
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
    const present = await presentOf(warehouse, table, heads);
    missing.push(...some.filter(([head]) => !present.has(nameOf(head))).flat());
  }
  return missing;
}

/** An event may come once more after its delivery is forgotten, and two projects may be told of one: neither is this. */
const nameOf = ({ project_id, ingested_at, event_uid }: Placed): string =>
  `${project_id} ${withoutZone(ingested_at)} ${event_uid}`;

async function presentOf(
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
