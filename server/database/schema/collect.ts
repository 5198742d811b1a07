import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import { ofProject } from './projects.ts';

/** The hash of the latest postback of each transaction. */
export const postbackWords = pgTable(
  'postback_words',
  {
    projectId: ofProject(),
    transaction: bytes('transaction').notNull(),
    word: bytes('word').notNull(),
    sum: bytes('sum').notNull(),
    /** The number of earlier versions. */
    turn: integer('turn').notNull(),
    /** When these amounts were first reported. */
    since: instant('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.transaction] })],
);
