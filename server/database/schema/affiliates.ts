import { integer, numeric, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { ofProject } from './projects.ts';

export const affiliates = pgTable(
  'affiliates',
  {
    id: serial('id').primaryKey(),
    affId: text('aff_id').notNull(),
    projectId: ofProject(),
    name: text('name').notNull(),
    postbackUrl: text('postback_url'),
    /** Sub-ids by which the affiliate distinguishes its sources. */
    subIds: text('sub_ids').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique('affiliates_aff_id').on(table.projectId, table.affId)],
);

/** Of a row that belongs to an affiliate and is deleted with it. */
export const ofAffiliate = () =>
  integer('affiliate_id')
    .notNull()
    .references(() => affiliates.id, { onDelete: 'cascade' });

/** Payout terms: the latest row not after a conversion applies. Rows are only added for the future. */
export const affiliateTerms = pgTable(
  'affiliate_terms',
  {
    affiliateId: ofAffiliate(),
    validFrom: instant('valid_from').notNull(),
    payoutType: text('payout_type').notNull(),
    payoutValue: numeric('payout_value', { precision: 18, scale: 4 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.affiliateId, table.validFrom] })],
);
