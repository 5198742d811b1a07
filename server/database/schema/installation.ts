import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { ofUser } from './accounts.ts';

/** The name of this installation, which its warehouse carries, too; one row. */
export const installation = pgTable('installation', {
  id: uuid('id').primaryKey(),
  /** Damaged parts of the warehouse that the operator has accepted. */
  acceptedParts: text('accepted_parts').array().notNull().default([]),
});

/** Upgrades that changed figures of this installation; migrations insert them where projects exist. */
export const upgradeNotices = pgTable('upgrade_notices', {
  /** The key of its text. */
  id: text('id').primaryKey(),
  /** The newest project at that upgrade. Later ones never had other figures. */
  lastProject: integer('last_project').notNull(),
});

/** Who has dismissed which notice of an upgrade. */
export const upgradeNoticeDismissals = pgTable(
  'upgrade_notice_dismissals',
  {
    userId: ofUser(),
    noticeId: text('notice_id')
      .notNull()
      .references(() => upgradeNotices.id, { onDelete: 'cascade' }),
    dismissedAt: instant('dismissed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.noticeId] })],
);
