import { bigint, date, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';

/** The progress of this installation's demo; at most one row. */
export const demo = pgTable('demo', {
  id: integer('id').primaryKey().default(1),
  seed: bigint('seed', { mode: 'number' }).notNull(),
  /** The first day of the history. */
  firstDay: date('first_day').notNull(),
  /** History lies before this moment, live traffic after it. */
  startedAt: instant('started_at').notNull(),
  /** The history is complete from this day on, counted from the first. */
  filledFrom: integer('filled_from').notNull(),
  liveUntil: instant('live_until').notNull(),
});
