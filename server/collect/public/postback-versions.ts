import { hash } from 'node:crypto';
import type pg from 'pg';

/** The contents of a postback about one transaction. */
export type PostbackReport = {
  /** The subject: event name and transaction, or the click where a network sends no transaction id. */
  transaction: readonly unknown[];
  /** The amounts. */
  amounts: readonly unknown[];
  /** All other fields. */
  otherFields: readonly unknown[];
  /**
   * Whether later postbacks with the same amounts keep its time, because nothing but their click tells which conversion
   * they update. Each refund is one of its own.
   */
  keepsTime: boolean;
};

/** The version of a postback: a repeat of the latest has its id and time, a new one a later time. */
export type PostbackVersion = { id: string; at: Date };

export type PostbackVersionOf = (
  project: number,
  word: PostbackReport,
  at: Date,
) => Promise<PostbackVersion>;

/**
 * One row per transaction holds its latest postback. The lock of the row orders postbacks of the same moment, and their
 * times follow that order. An update without a transaction id keeps the time of the first postback, however late it
 * comes: otherwise the 48-hour window would turn it into a second sale.
 */
const statement = `
insert into postback_words as known (project_id, transaction, word, sum, turn, since)
values ($1, $2, $3, $4, 0, $5)
on conflict (project_id, transaction) do update set
  turn = known.turn + (known.word <> excluded.word)::int,
  since = case when known.word = excluded.word or (known.sum = excluded.sum and $6) then known.since
    else greatest(known.since, excluded.since) end,
  word = excluded.word,
  sum = excluded.sum
returning turn, since`;

export function createPostbackVersions(pool: pg.Pool): PostbackVersionOf {
  return async (project, { transaction, amounts, otherFields, keepsTime }, at) => {
    const [about, word] = [digest(transaction), digest([amounts, otherFields])];
    const values = [project, about, word, digest(amounts), at, keepsTime];
    const query = { name: 'postback-words', text: statement, values, query_timeout: 3_000 };
    const [row] = (await pool.query<{ turn: number; since: Date }>(query)).rows;
    if (!row) throw new Error('The postback was not stored.');
    return {
      id: hash('sha256', JSON.stringify([about.toString('hex'), word.toString('hex'), row.turn])),
      at: new Date(row.since.getTime() + row.turn),
    };
  };
}

const digest = (content: unknown): Buffer => hash('sha256', JSON.stringify(content), 'buffer');
