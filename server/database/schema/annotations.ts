import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { users } from './accounts.ts';
import { ofProject } from './projects.ts';

/** Notes pinned to a moment of a project. A removed one can be restored for a while. */
export const annotations = pgTable(
  'annotations',
  {
    id: serial('id').primaryKey(),
    projectId: ofProject(),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('annotations_at').on(table.projectId, table.at)],
);
