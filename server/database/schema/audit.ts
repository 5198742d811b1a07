import { bigint, boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';

/**
 * The audit log: entries are written in the transaction of their action and never changed. A trigger refuses changes,
 * and the hash chain reveals those made around it. There are no foreign keys, because entries outlive their authors.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A project's chain, or a user's. */
    chain: text('chain').notNull(),
    /** Its position in the chain, from 1 on without gaps. */
    number: integer('number').notNull(),
    at: instant('at').notNull(),
    actorId: integer('actor_id'),
    actorEmail: text('actor_email'),
    tokenName: text('token_name'),
    action: text('action').notNull(),
    target: text('target').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** The network of the caller. */
    network: text('network'),
    hash: bytes('hash').notNull(),
    /** The hash covers digests of the author and of the object, so that both can be erased. */
    actorSalt: bytes('actor_salt'),
    actorDigest: bytes('actor_digest'),
    aboutSalt: bytes('about_salt'),
    aboutDigest: bytes('about_digest'),
    actorErased: boolean('actor_erased').notNull().default(false),
    aboutErased: boolean('about_erased').notNull().default(false),
  },
  (table) => [uniqueIndex('audit_entries_chain').on(table.chain, table.number)],
);

/** The last entry of every chain, which reveals a cut-off end. */
export const auditHeads = pgTable('audit_heads', {
  chain: text('chain').primaryKey(),
  number: integer('number').notNull(),
  hash: bytes('hash').notNull(),
});
