import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';

/** Pictures of people and companies, encoded by this server, under random names. */
export const images = pgTable('images', {
  name: text('name').primaryKey(),
  bytes: bytes('bytes').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
