import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Billing } from '#contract/billing/schemas.ts';
import { instant } from '../column-types.ts';
import { ofProject, projects } from './projects.ts';

/** The plans on offer. */
export const plans = pgTable('plans', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  price: numeric('price', { precision: 12, scale: 2 }).notNull(),
  currency: text('currency').notNull(),
  interval: text('interval').notNull(),
  /** Events per cycle; null for unlimited. */
  eventsLimit: bigint('events_limit', { mode: 'number' }),
  projectsLimit: integer('projects_limit'),
  features: text('features').array().notNull().default([]),
  isOffered: boolean('is_offered').notNull().default(true),
  /** The id of its price at Stripe, created with its first subscription. */
  stripePrice: text('stripe_price'),
});

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: serial('id').primaryKey(),
    projectId: ofProject(),
    plan: integer('plan')
      .notNull()
      .references(() => plans.id),
    status: text('status').notNull(),
    /** The price at subscription; the plan's own may have changed. */
    price: numeric('price', { precision: 12, scale: 2 }).notNull(),
    currency: text('currency').notNull(),
    interval: text('interval').notNull(),
    /** Cycles are counted from here. */
    anchor: instant('anchor').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** The amount that the next invoice gives back. */
    credit: numeric('credit', { precision: 12, scale: 2 }).notNull().default('0'),
    /** The invoice of the present plan and cycle; null where nothing was due, or Stripe charges. */
    invoice: integer('invoice'),
    /** When the present plan replaced another one. */
    changedAt: instant('changed_at'),
    stripeId: text('stripe_id').unique(),
    /** The number of the Stripe snapshot that this row comes from: an earlier snapshot never overwrites a later one. */
    look: bigint('look', { mode: 'bigint' }).notNull().default(sql`0`),
  },
  (table) => [
    uniqueIndex('subscriptions_live').on(table.projectId).where(sql`status <> 'canceled'`),
  ],
);

/** Numbers Stripe snapshots in the order in which their reads began. */
export const stripeLooks = pgSequence('stripe_looks');

/** A project's customer at Stripe and its card. */
export const billingAccounts = pgTable('billing_accounts', {
  projectId: integer('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  email: text('email').notNull(),
  /** The card setup under way; null once it is done. */
  setupIntent: text('setup_intent'),
  setupSecret: text('setup_secret'),
  paymentMethod: text('payment_method'),
  card: jsonb('card').$type<Billing['card']>(),
});

/** Invoices of subscriptions without cards. */
export const invoices = pgTable(
  'invoices',
  {
    id: serial('id').primaryKey(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    number: text('number').notNull(),
    date: date('date').notNull(),
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    currency: text('currency').notNull(),
    status: text('status').notNull(),
  },
  (table) => [unique('invoices_number').on(table.subscriptionId, table.number)],
);

/** Processed webhooks of Stripe. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: instant('received_at').notNull(),
});

/** Sent usage warnings by cycle, limit and threshold: another plan has thresholds of its own. */
export const usageWarnings = pgTable(
  'usage_warnings',
  {
    projectId: ofProject(),
    cycleStart: instant('cycle_start').notNull(),
    eventsLimit: bigint('events_limit', { mode: 'number' }).notNull(),
    level: integer('level').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.cycleStart, table.eventsLimit, table.level] }),
  ],
);
