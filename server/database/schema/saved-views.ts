import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { instant } from '../column-types.ts';
import { ofUser } from './accounts.ts';
import { ofProject } from './projects.ts';

/** Saved views of the dashboard. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: serial('id').primaryKey(),
    userId: ofUser(),
    projectId: ofProject(),
    name: text('name').notNull(),
    opening: jsonb('opening').$type<Omit<ViewState, 'project'>>().notNull(),
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(table.userId, table.projectId, sql`lower(${table.name})`),
  ],
);
