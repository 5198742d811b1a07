import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';

/** Attempts of all processes in the sliding windows of `server/limits/attempts.ts`. */
export const attempts = pgTable(
  'attempts',
  {
    /** The name of the limit. */
    name: text('name').notNull(),
    /** SHA-256 of what is counted: an address, a network or a person. */
    keyHash: bytes('key_hash').notNull(),
    times: instant('times').array().notNull(),
    /** When the last attempt leaves its window. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.keyHash] }),
    index('attempts_ends').on(table.endsAt),
  ],
);
