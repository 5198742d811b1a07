import { hash } from 'node:crypto';
import type pg from 'pg';

/** What a network says of one transaction. */
export type Word = {
  /** What it speaks of: an event's name and the transaction, or the click where a network numbers nothing. */
  transaction: readonly unknown[];
  /** What was earned by it. */
  sum: readonly unknown[];
  /** Everything else it says. */
  more: readonly unknown[];
  /** Whether later words of the same sum are news of the same conversion. Each refund is one of its own. */
  isNews: boolean;
};

/** Which word of its transaction it is: a repeat of the latest has the same id and time, another one a later time. */
export type Turn = { id: string; at: Date };

export type TurnOf = (project: number, word: Word, at: Date) => Promise<Turn>;

/**
 * One row a transaction holds the latest word. The row's lock puts those that come at the same moment into an order,
 * and their times follow it. News of a conversion stands beside its first word in time, however late it comes: by the
 * 48 hours alone a payout that is corrected a week later would be a second sale.
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

export function turnsIn(pool: pg.Pool): TurnOf {
  return async (project, { transaction, sum, more, isNews }, at) => {
    const [about, word] = [digest(transaction), digest([sum, more])];
    const values = [project, about, word, digest(sum), at, isNews];
    const query = { name: 'postback-words', text: statement, values, query_timeout: 3_000 };
    const [row] = (await pool.query<{ turn: number; since: Date }>(query)).rows;
    if (!row) throw new Error('The word was not kept.');
    return {
      id: hash('sha256', JSON.stringify([about.toString('hex'), word.toString('hex'), row.turn])),
      at: new Date(row.since.getTime() + row.turn),
    };
  };
}

const digest = (said: unknown): Buffer => hash('sha256', JSON.stringify(said), 'buffer');
