import { index, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../column-types.ts';
import { ofUser } from './accounts.ts';
import { ofProject } from './projects.ts';

/** API tokens, limited by their scopes and by their creator's role. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial('id').primaryKey(),
    projectId: ofProject(),
    userId: ofUser(),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    tokenHash: bytes('token_hash').notNull().unique(),
    tokenStart: text('token_start').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('api_tokens_project').on(table.projectId)],
);
