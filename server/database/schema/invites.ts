import { bigint, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import { users } from './accounts.ts';
import { ofAffiliate } from './affiliates.ts';
import { ofProject } from './projects.ts';

/** Invites, open until accepted, revoked or expired. */
export const invites = pgTable(
  'invites',
  {
    id: serial('id').primaryKey(),
    /** SHA-256 of the secret in its address. */
    uidHash: bytes('uid_hash').notNull().unique(),
    /** Normal form, as in accounts: only this address can accept. */
    email: text('email').notNull(),
    role: text('role').notNull(),
    invitedBy: integer('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('invites_email').on(table.email)],
);

const ofInvite = () =>
  integer('invite_id')
    .notNull()
    .references(() => invites.id, { onDelete: 'cascade' });

export const inviteProjects = pgTable(
  'invite_projects',
  {
    inviteId: ofInvite(),
    projectId: ofProject(),
  },
  (table) => [
    primaryKey({ columns: [table.inviteId, table.projectId] }),
    index('invite_projects_project').on(table.projectId),
  ],
);

export const inviteAffiliates = pgTable(
  'invite_affiliates',
  {
    inviteId: ofInvite(),
    affiliateId: ofAffiliate(),
  },
  (table) => [primaryKey({ columns: [table.inviteId, table.affiliateId] })],
);

/** Sent invite mails, whose number per day is limited. */
export const inviteMails = pgTable(
  'invite_mails',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: ofProject(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [index('invite_mails_project').on(table.projectId, table.sentAt)],
);
