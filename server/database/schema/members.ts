import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { ofUser } from './accounts.ts';
import { ofAffiliate } from './affiliates.ts';
import { ofProject } from './projects.ts';

export const memberships = pgTable(
  'memberships',
  {
    userId: ofUser(),
    projectId: ofProject(),
    role: text('role').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.projectId] })],
);

/** The affiliates that a member with the role `affiliate` may see. Other roles see the whole project. */
export const memberAffiliates = pgTable(
  'member_affiliates',
  {
    userId: ofUser(),
    affiliateId: ofAffiliate(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.affiliateId] })],
);
