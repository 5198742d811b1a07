import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import type { InboxItem } from '../payloads/inbox-item.ts';
import { projects } from './projects.ts';

/**
 * Projects whose stored figures must be recomputed: foreign currencies after new rates, some affiliates, or everything.
 */
export const pendingRefresh = pgTable('pending_refresh', {
  projectId: integer('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** Changes with each request, so that a request made meanwhile is not taken for done. */
  request: uuid('request').notNull().defaultRandom(),
  everything: boolean('everything').notNull().default(false),
  /** Codes of affiliates with new terms. */
  affids: text('affids').array().notNull().default([]),
  /** The last version used for it: the warehouse may hold the version's history and not its result yet. */
  version: bigint('version', { mode: 'bigint' }),
});

/** Acknowledged items that have not reached the warehouse yet. */
export const inbox = pgTable(
  'inbox',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: integer('project_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    payload: json('payload').$type<InboxItem>().notNull(),
    /** Set once, by a committed update, before the batch is inserted: the batch's identity survives any crash. */
    batchId: uuid('batch_id'),
  },
  (table) => [index('inbox_batch').on(table.batchId).where(sql`batch_id is not null`)],
);

/** How many events of a project were moved into the warehouse, counted when a batch leaves the inbox. */
export const warehouseCounts = pgTable('warehouse_counts', {
  projectId: integer('project_id').primaryKey(),
  events: bigint('events', { mode: 'bigint' }).notNull(),
});

/** Numbers the batches of the inbox, and with them every version in the warehouse. */
export const warehouseVersions = pgSequence('warehouse_versions');

export const deliveries = pgTable(
  'deliveries',
  {
    projectId: integer('project_id').notNull(),
    deliveryId: bytes('delivery_id').notNull(),
    seen: integer('seen').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.deliveryId] })],
);

/** Refused and filtered events by day and reason, which are shown to users. */
export const rejections = pgTable(
  'rejections',
  {
    projectId: integer('project_id').notNull(),
    day: date('day').notNull(),
    reason: text('reason').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [uniqueIndex('rejections_key').on(table.projectId, table.day, table.reason)],
);
