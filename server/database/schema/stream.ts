import { bigint, index, integer, json, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import type { LiveEvent } from '../payloads/live-event.ts';

/** Recent events for live streams. The table is unlogged: after a crash of the database it is empty. */
export const collected = pgTable(
  'collected',
  {
    version: bigint('version', { mode: 'bigint' }).notNull(),
    /** The position in its batch. */
    place: integer('place').notNull(),
    projectId: integer('project_id').notNull(),
    keptAt: instant('kept_at').notNull(),
    /** Null where events of a busy moment were left out. */
    event: json('event').$type<LiveEvent>(),
  },
  (table) => [
    primaryKey({ columns: [table.version, table.place] }),
    index('collected_project').on(table.projectId, table.version, table.place),
  ],
);
