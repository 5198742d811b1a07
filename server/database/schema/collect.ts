import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
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

/** Token buckets of the public collector, which all processes draw from. A missing one is full. */
export const collectBuckets = pgTable(
  'collect_buckets',
  {
    name: text('name').notNull(),
    keyHash: bytes('key_hash').notNull(),
    /** Events that were left at `at`; below zero where processes had lent more. */
    left: doublePrecision('left').notNull(),
    at: instant('at').notNull(),
    /** Whether the latest draw was given. */
    isGranted: boolean('is_granted').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.keyHash] }),
    index('collect_buckets_at').on(table.at),
  ],
);
