import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../column-types.ts';
import { ofProject } from './projects.ts';

/** Postbacks as networks sent them, without secrets, for a limited time. */
export const postbackLog = pgTable(
  'postback_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: ofProject(),
    receivedAt: instant('received_at').notNull(),
    method: text('method').notNull(),
    address: text('address').notNull(),
    network: text('network').notNull(),
    result: text('result').notNull(),
    field: text('field'),
    message: text('message'),
    eventName: text('event_name').notNull(),
    clickId: text('click_id').notNull(),
    orderId: text('order_id').notNull(),
    value: text('value').notNull(),
    currency: text('currency').notNull(),
    status: text('status').notNull(),
    eventUid: text('event_uid'),
  },
  (table) => [
    index('postback_log_project_received_at').on(table.projectId, table.receivedAt, table.id),
    index('postback_log_received_at').on(table.receivedAt),
  ],
);
