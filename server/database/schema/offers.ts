import { pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { ofProject } from './projects.ts';

export const offers = pgTable(
  'offers',
  {
    id: serial('id').primaryKey(),
    projectId: ofProject(),
    /** The public id that clicks carry as `offer_id`. */
    offerId: text('offer_id').notNull(),
    name: text('name').notNull(),
    status: text('status').notNull().default('active'),
    url: text('url').notNull().default(''),
  },
  (table) => [unique('offers_offer_id').on(table.projectId, table.offerId)],
);
