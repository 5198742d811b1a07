import type { ClickHouseClient } from '@clickhouse/client';

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
