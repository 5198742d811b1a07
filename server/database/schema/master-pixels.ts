import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { ofProject } from './projects.ts';

export const masterPixels = pgTable(
  'master_pixels',
  {
    id: serial('id').primaryKey(),
    projectId: ofProject(),
    name: text('name').notNull(),
    eventName: text('event_name').notNull(),
    isPrimary: boolean('is_primary').notNull().default(false),
    publicKey: text('public_key').notNull().unique(),
    /** Sites that may use the key; `*.` stands for one label. Empty allows any site. */
    domains: text('domains').array().notNull().default([]),
    /** The consent of events that do not state one. */
    consentMode: text('consent_mode').notNull().default('assumed'),
    status: text('status').notNull().default('active'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Its key is refused; the pixel can be restored for a while. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    uniqueIndex('master_pixels_primary').on(table.projectId).where(sql`is_primary`),
    index('master_pixels_project').on(table.projectId),
  ],
);

const ofPixel = () =>
  integer('pixel_id')
    .notNull()
    .references(() => masterPixels.id, { onDelete: 'cascade' });

/** Events that the public collector accepted with a pixel's key, by hour. */
export const pixelEventsByHour = pgTable(
  'pixel_arrivals',
  {
    pixelId: ofPixel(),
    hour: instant('hour').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pixelId, table.hour] })],
);

/** Events that the public collector refused or marked, by hour and reason. */
export const pixelRejections = pgTable(
  'pixel_rejections',
  {
    pixelId: ofPixel(),
    projectId: ofProject(),
    hour: instant('hour').notNull(),
    reason: text('reason').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.pixelId, table.hour, table.reason] })],
);
