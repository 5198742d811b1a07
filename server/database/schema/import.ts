import { date, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import { ofProject } from './projects.ts';

/** Units of the project's currency for one unit of `currency`; the latest row not after an event's day applies. */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    base: text('base').notNull(),
    currency: text('currency').notNull(),
    validFrom: date('valid_from').notNull(),
    rate: numeric('rate', { precision: 24, scale: 10 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.base, table.currency, table.validFrom] })],
);

/** Short-lived permissions to import into one project, given to users with access to the database. */
export const importKeys = pgTable('import_keys', {
  /** SHA-256 of the key. */
  keyHash: bytes('key_hash').primaryKey(),
  projectId: ofProject(),
  expiresAt: instant('expires_at').notNull(),
});
