import { bigint, date, index, integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { users } from './accounts.ts';
import { ofProject } from './projects.ts';

/** Decisions about conversions. Undone ones stay. */
export const decisionBatches = pgTable('decision_batches', {
  id: uuid('id').primaryKey(),
  status: text('status').notNull(),
  reasonCode: text('reason_code'),
  note: text('note').notNull(),
  decidedAt: instant('decided_at').notNull(),
  decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
  undoneAt: instant('undone_at'),
  undoneBy: integer('undone_by').references(() => users.id, { onDelete: 'set null' }),
});

/** One conversion of a decision, by the event that led it then, wherever that event belongs later. */
export const conversionStatus = pgTable(
  'conversion_status',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => decisionBatches.id, { onDelete: 'cascade' }),
    projectId: ofProject(),
    conversionId: text('conversion_id').notNull(),
    eventUid: text('event_uid').notNull(),
    dedupKey: text('dedup_key').notNull(),
    /** The status before. */
    fromStatus: text('from_status').notNull(),
  },
  (table) => [
    index('conversion_status_event').on(table.projectId, table.eventUid),
    index('conversion_status_batch').on(table.batchId),
  ],
);

/** Corrections of revenue and payout. Rows are only added: a reversal is a row of its own. */
export const conversionAdjustments = pgTable(
  'conversion_adjustments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    projectId: ofProject(),
    conversionId: text('conversion_id'),
    /** The event that led the conversion then. */
    eventUid: text('event_uid'),
    affId: text('aff_id').notNull(),
    offerId: text('offer_id').notNull(),
    revenue: numeric('revenue', { precision: 18, scale: 4 }).notNull(),
    payout: numeric('payout', { precision: 18, scale: 4 }).notNull(),
    currency: text('currency').notNull(),
    /** The value in a network's file that the correction takes over; null where an amount was entered. */
    statedValue: numeric('stated_value', { precision: 18, scale: 4 }),
    reasonCode: text('reason_code').notNull(),
    note: text('note').notNull(),
    effectiveDate: date('effective_date').notNull(),
    /** Noon of the day in the project's zone. */
    effectiveAt: instant('effective_at').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    reverses: integer('reverses').unique(),
  },
  (table) => [
    index('conversion_adjustments_conversion').on(table.projectId, table.conversionId),
    index('conversion_adjustments_event').on(table.projectId, table.eventUid),
  ],
);

/** Decisions and corrections that the figures do not include yet. */
export const pendingDecisions = pgTable('pending_decisions', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  projectId: ofProject(),
  batchId: uuid('batch_id').references(() => decisionBatches.id, { onDelete: 'cascade' }),
  adjustmentId: integer('adjustment_id').references(() => conversionAdjustments.id, {
    onDelete: 'cascade',
  }),
  /** The version that includes it, once assigned; it stays the same after any crash. */
  version: bigint('version', { mode: 'bigint' }),
});
