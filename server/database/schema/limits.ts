import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import { eventPixels } from './event-pixels.ts';

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

/** Calls of an event pixel in the latest second in which it was called, by all processes. */
export const pixelPaces = pgTable('pixel_paces', {
  pixelId: integer('pixel_id')
    .primaryKey()
    .references(() => eventPixels.id, { onDelete: 'cascade' }),
  /** Seconds since 1970, of the database’s clock. */
  second: bigint('second', { mode: 'number' }).notNull(),
  calls: integer('calls').notNull(),
});
