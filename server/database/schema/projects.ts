import { bigint, boolean, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import { users } from './accounts.ts';

export const projects = pgTable('projects', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  image: text('image'),
  url: text('url').notNull().default(''),
  target: text('target').notNull().default('purchase'),
  numberOfEvents: bigint('number_of_events', { mode: 'number' }).notNull().default(0),
  timezone: text('timezone').notNull().default('UTC'),
  currency: text('currency').notNull().default('USD'),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  /** Whether visitors' whole addresses are stored, and not only their networks. */
  keepAddresses: boolean('keep_addresses').notNull().default(false),
  collectKeyHash: bytes('collect_key_hash').notNull().unique(),
  collectKeyStart: text('collect_key_start').notNull(),
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When it is deleted for good; until then it can be restored. */
  deletesAt: instant('deletes_at'),
  /** Whether the deletion ended its subscription, which resumes when the project is restored. */
  endsPaying: boolean('ends_paying').notNull().default(false),
});

/** Of a row that belongs to a project and is deleted with it. */
export const ofProject = () =>
  integer('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' });

/** Deleted projects whose events are still to be deleted from the warehouse. */
export const projectErasures = pgTable('project_erasures', {
  projectId: integer('project_id').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
});
