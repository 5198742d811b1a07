import { sql } from 'drizzle-orm';
import { date, integer, numeric, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { users } from './accounts.ts';
import { ofAffiliate } from './affiliates.ts';

/** What was paid to affiliates. A row is never changed or removed: it is undone, and then counts nowhere. */
export const payouts = pgTable(
  'payouts',
  {
    id: serial('id').primaryKey(),
    affiliateId: ofAffiliate(),
    reference: text('reference'),
    amount: numeric('amount', { precision: 18, scale: 4 }).notNull(),
    currency: text('currency').notNull(),
    /** The days whose earnings it pays; null for payouts from before periods were recorded. */
    periodStart: date('period_start'),
    periodEnd: date('period_end'),
    paidAt: instant('paid_at').notNull(),
    /** Null for payouts that no member recorded, which count as recorded when they were paid. */
    recordedAt: instant('recorded_at'),
    recordedBy: integer('recorded_by').references(() => users.id, { onDelete: 'set null' }),
    undoneAt: instant('undone_at'),
    undoneBy: integer('undone_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('payouts_reference')
      .on(table.affiliateId, table.reference)
      .where(sql`undone_at is null`),
  ],
);
