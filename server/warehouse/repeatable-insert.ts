import type { ClickHouseClient } from '@clickhouse/client';

/** An engine that ends at the wrong moment wastes one token; more wasted tokens have another cause. */
const MOST_TOKENS = 5;

type Insertion<Row> = {
  insert: (rows: readonly Row[], token: string) => Promise<void>;
  /** The rows that are not stored. */
  missing: (rows: readonly Row[]) => Promise<readonly Row[]>;
};

/**
 * Inserts rows of which an earlier attempt may have been stored, under the same token. Their presence is checked before
 * and after: an engine records a token before its rows are visible, and may have ended in between or before. Rows whose
 * token was recorded without them are inserted under the next token of a fixed sequence, so that concurrent writers add
 * nothing twice.
 *
 * Replicated tables record a token and its rows in one step, and a replica that is asked may know neither yet: unless
 * all rows are there, all are inserted again under the same token.
 */
export async function insertRepeatably<Row>(
  warehouse: ClickHouseClient,
  rows: readonly Row[],
  token: string,
  { insert, missing }: Insertion<Row>,
): Promise<void> {
  if (rows.length === 0) return;
  let left = await missing(rows);
  if (left.length > 0 && !(await notesTokensFirst(warehouse))) return insert(rows, token);
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === MOST_TOKENS) throw new Error('Rows that the warehouse took are not there.');
    await insert(left, attempt === 0 ? token : `${token}/${attempt}`);
    left = await missing(left);
  }
}

async function notesTokensFirst(warehouse: ClickHouseClient): Promise<boolean> {
  const answer = await warehouse.query({
    query: `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ engine: string }>();
  return found?.engine === 'MergeTree';
}
