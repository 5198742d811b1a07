import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { Execution } from '#contract/event-pixels/schemas.ts';
import { bytes, instant } from '../column-types.ts';
import type { PixelEvent } from '../payloads/pixel-event.ts';
import { ofAffiliate } from './affiliates.ts';
import { masterPixels } from './master-pixels.ts';

/** Event pixels of affiliates. A removed one can be restored for a while. */
export const eventPixels = pgTable(
  'event_pixels',
  {
    id: serial('id').primaryKey(),
    affiliateId: ofAffiliate(),
    eventId: integer('event_id')
      .notNull()
      .references(() => masterPixels.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    side: text('side').notNull(),
    status: text('status').notNull(),
    /** The config without secrets. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    /** The secrets of the config, sealed. */
    secrets: bytes('secrets'),
    /** The code of a code pixel that an owner approved; only this code runs. */
    approvedCode: text('approved_code'),
    urlTemplate: text('url_template'),
    method: text('method').notNull(),
    fireOn: text('fire_on').array().notNull(),
    dedupMode: text('dedup_mode').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('event_pixels_affiliate').on(table.affiliateId)],
);

/** Versions of conversions for which no deliveries are planned yet. */
export const pixelNews = pgTable('pixel_news', {
  version: bigint('version', { mode: 'bigint' }).primaryKey(),
});

/** One conversion in one status for one pixel: the request to send and its result. */
export const pixelDeliveries = pgTable(
  'pixel_deliveries',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    pixelId: integer('pixel_id')
      .notNull()
      .references(() => eventPixels.id, { onDelete: 'cascade' }),
    conversionId: text('conversion_id').notNull(),
    status: text('status').notNull(),
    eventId: text('event_id').notNull(),
    /** The key by which a receiver recognises repeats; it never changes. */
    idempotencyKey: text('idempotency_key').notNull(),
    host: text('host').notNull(),
    payout: numeric('payout', { precision: 18, scale: 4 }).notNull(),
    /** The conversion's data, until nothing more is sent. */
    facts: jsonb('facts').$type<PixelEvent>(),
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The time of the next attempt. During an attempt, the time when it counts as lost. */
    nextAt: instant('next_at').notNull(),
    outcome: text('outcome').notNull(),
    httpStatus: integer('http_status'),
    latencyMs: integer('latency_ms'),
    request: jsonb('request').$type<Execution['request']>(),
    responseExcerpt: text('response_excerpt').notNull().default(''),
    tries: jsonb('tries').$type<Execution['tries']>().notNull().default([]),
    /** A test with an invented conversion. */
    isTest: boolean('is_test').notNull().default(false),
    /** Bits of the person's known match keys at the attempt. */
    matchKeys: integer('match_keys'),
    triedAt: instant('tried_at'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    unique('pixel_deliveries_conversion').on(table.pixelId, table.conversionId, table.status),
    index('pixel_deliveries_pixel').on(table.pixelId, table.id),
    index('pixel_deliveries_event').on(table.pixelId, table.eventId),
    index('pixel_deliveries_tried').on(table.pixelId, table.triedAt),
    index('pixel_deliveries_due').on(table.nextAt).where(sql`state = 'waiting'`),
    index('pixel_deliveries_logged').on(table.triedAt).where(sql`request is not null`),
  ],
);

/** Calls of an event pixel in the latest second in which it was called, by all processes. */
export const pixelPaces = pgTable('pixel_paces', {
  pixelId: integer('pixel_id')
    .primaryKey()
    .references(() => eventPixels.id, { onDelete: 'cascade' }),
  /** Seconds since 1970, of the database’s clock. */
  second: bigint('second', { mode: 'number' }).notNull(),
  calls: integer('calls').notNull(),
});
