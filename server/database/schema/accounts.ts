import { boolean, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import type { Registrant } from '../payloads/registrant.ts';

export const users = pgTable('users', {
  id: serial('id').primaryKey(),
  /** Normal form: NFKC, trimmed, lower case. One address has one account. */
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  phone: text('phone'),
  image: text('image'),
  state: text('state').notNull().default('active'),
  isSuperuser: boolean('is_superuser').notNull().default(false),
  isDebug: boolean('is_debug').notNull().default(false),
  timezone: text('timezone'),
  /** A language tag of BCP 47; null follows the browser. */
  locale: text('locale'),
  emailNotifications: boolean('email_notifications').notNull().default(true),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastSeenAt: instant('last_seen_at'),
});

/** Of a row that belongs to a user and is deleted with it. */
export const ofUser = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: serial('id').primaryKey(),
    userId: ofUser(),
    /** SHA-256 of the token, which is stored nowhere. */
    tokenHash: bytes('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Mailed links that verify an address, of a sign-up or of a user's new address. */
export const emailVerifications = pgTable('email_verifications', {
  /** SHA-256 of the link's secret, which is stored nowhere. */
  tokenHash: bytes('token_hash').primaryKey(),
  email: text('email').notNull(),
  /** The user whose address it becomes; null for a sign-up. */
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  /** The person of a sign-up. */
  person: jsonb('person').$type<Registrant>(),
  expiresAt: instant('expires_at').notNull(),
});

/** Mailed links that set a new password. Storing one takes the same time with and without an account. */
export const passwordResets = pgTable('password_resets', {
  tokenHash: bytes('token_hash').primaryKey(),
  email: text('email').notNull(),
  expiresAt: instant('expires_at').notNull(),
});
