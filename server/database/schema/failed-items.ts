import { bigint, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { ofProject } from './projects.ts';

/** Items of queues that failed: how often, and since when they are set aside so that the others go on. */
export const failedItems = pgTable(
  'failed_items',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: ofProject(),
    queue: text('queue').notNull(),
    /** The name of the item in its queue. */
    item: text('item').notNull(),
    reason: text('reason').notNull(),
    tries: integer('tries').notNull(),
    /** Null while it is still tried. */
    setAsideAt: instant('set_aside_at'),
  },
  (table) => [unique().on(table.projectId, table.queue, table.item)],
);
