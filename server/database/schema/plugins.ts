import { pgTable } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';

/** Calls with an idempotency key, for a day. */
export const idempotentCalls = pgTable('idempotent_calls', {
  /** SHA-256 of caller, call and key. */
  id: bytes('id').primaryKey(),
  bodyHash: bytes('body_hash').notNull(),
  startedAt: instant('started_at').notNull(),
  /** The answer, sealed with the key; null while the call runs. */
  answer: bytes('answer'),
});
