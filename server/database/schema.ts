import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Billing } from '#contract/billing/schemas.ts';
import type { Execution } from '#contract/event-pixels/schemas.ts';
import type { Counting, Definition, Exclusion, Step } from '#contract/funnels/definition.ts';
import type { FunnelTargets } from '#contract/funnels/schemas.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { InboxItem } from './payloads/inbox-item.ts';
import type { LiveEvent } from './payloads/live-event.ts';
import type { PixelEvent } from './payloads/pixel-event.ts';
import type { Registrant } from './payloads/registrant.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

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

export const sessions = pgTable(
  'sessions',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/** Pictures of people and companies, encoded by this server, under random names. */
export const images = pgTable('images', {
  name: text('name').primaryKey(),
  bytes: bytes('bytes').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const projects = pgTable('projects', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  image: text('image'),
  url: text('url').notNull().default(''),
  target: text('target').notNull().default('purchase'),
  numberOfEvents: bigint('number_of_events', { mode: 'number' }).notNull().default(0),
  timezone: text('timezone').notNull().default('UTC'),
  currency: text('currency').notNull().default('USD'),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  /** Whether visitors' whole addresses are stored, and not only their networks. */
  keepAddresses: boolean('keep_addresses').notNull().default(false),
  collectKeyHash: bytes('collect_key_hash').notNull().unique(),
  collectKeyStart: text('collect_key_start').notNull(),
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When it is deleted for good; until then it can be restored. */
  deletesAt: instant('deletes_at'),
  /** Whether the deletion ended its subscription, which resumes when the project is restored. */
  endsPaying: boolean('ends_paying').notNull().default(false),
});

/** Deleted projects whose events are still to be deleted from the warehouse. */
export const projectErasures = pgTable('project_erasures', {
  projectId: integer('project_id').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
});

export const memberships = pgTable(
  'memberships',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    role: text('role').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.projectId] })],
);

export const affiliates = pgTable(
  'affiliates',
  {
    id: serial('id').primaryKey(),
    affId: text('aff_id').notNull(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    postbackUrl: text('postback_url'),
    /** Sub-ids by which the affiliate distinguishes its sources. */
    subIds: text('sub_ids').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique('affiliates_aff_id').on(table.projectId, table.affId)],
);

/** Payout terms: the latest row not after a conversion applies. Rows are only added for the future. */
export const affiliateTerms = pgTable(
  'affiliate_terms',
  {
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    validFrom: instant('valid_from').notNull(),
    payoutType: text('payout_type').notNull(),
    payoutValue: numeric('payout_value', { precision: 18, scale: 4 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.affiliateId, table.validFrom] })],
);

/** The affiliates that a member with the role `affiliate` may see. Other roles see the whole project. */
export const memberAffiliates = pgTable(
  'member_affiliates',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.affiliateId] })],
);

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

export const inviteProjects = pgTable(
  'invite_projects',
  {
    inviteId: integer('invite_id')
      .notNull()
      .references(() => invites.id, { onDelete: 'cascade' }),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.inviteId, table.projectId] }),
    index('invite_projects_project').on(table.projectId),
  ],
);

export const inviteAffiliates = pgTable(
  'invite_affiliates',
  {
    inviteId: integer('invite_id')
      .notNull()
      .references(() => invites.id, { onDelete: 'cascade' }),
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.inviteId, table.affiliateId] })],
);

/** Sent invite mails, whose number per day is limited. */
export const inviteMails = pgTable(
  'invite_mails',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [index('invite_mails_project').on(table.projectId, table.sentAt)],
);

/** API tokens, limited by their scopes and by their creator's role. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial('id').primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

export const offers = pgTable(
  'offers',
  {
    id: serial('id').primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The public id that clicks carry as `offer_id`. */
    offerId: text('offer_id').notNull(),
    name: text('name').notNull(),
    status: text('status').notNull().default('active'),
    url: text('url').notNull().default(''),
  },
  (table) => [unique('offers_offer_id').on(table.projectId, table.offerId)],
);

export const masterPixels = pgTable(
  'master_pixels',
  {
    id: serial('id').primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    eventName: text('event_name').notNull(),
    isPrimary: boolean('is_primary').notNull().default(false),
    publicKey: text('public_key').notNull().unique(),
    /** Sites that may use the key; `*.` stands for one label. Empty allows any site. */
    domains: text('domains').array().notNull().default([]),
    /** The consent of events that do not state one. */
    consentMode: text('consent_mode').notNull().default('assumed'),
    status: text('status').notNull().default('active'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Its key is refused; the pixel can be restored for a while. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    uniqueIndex('master_pixels_primary').on(table.projectId).where(sql`is_primary`),
    index('master_pixels_project').on(table.projectId),
  ],
);

/** Events that the public collector accepted with a pixel's key, by hour. */
export const pixelEventsByHour = pgTable(
  'pixel_arrivals',
  {
    pixelId: integer('pixel_id')
      .notNull()
      .references(() => masterPixels.id, { onDelete: 'cascade' }),
    hour: instant('hour').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pixelId, table.hour] })],
);

/** Events that the public collector refused or marked, by hour and reason. */
export const pixelRejections = pgTable(
  'pixel_rejections',
  {
    pixelId: integer('pixel_id')
      .notNull()
      .references(() => masterPixels.id, { onDelete: 'cascade' }),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    hour: instant('hour').notNull(),
    reason: text('reason').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.pixelId, table.hour, table.reason] })],
);

/** Postbacks as networks sent them, without secrets, for a limited time. */
export const postbackLog = pgTable(
  'postback_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
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

/** The hash of the latest postback of each transaction. */
export const postbackWords = pgTable(
  'postback_words',
  {
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    transaction: bytes('transaction').notNull(),
    word: bytes('word').notNull(),
    sum: bytes('sum').notNull(),
    /** The number of earlier versions. */
    turn: integer('turn').notNull(),
    /** When these amounts were first reported. */
    since: instant('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.transaction] })],
);

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
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
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
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    cycleStart: instant('cycle_start').notNull(),
    eventsLimit: bigint('events_limit', { mode: 'number' }).notNull(),
    level: integer('level').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.cycleStart, table.eventsLimit, table.level] }),
  ],
);

/** Calls with an idempotency key, for a day. */
export const idempotentCalls = pgTable('idempotent_calls', {
  /** SHA-256 of caller, call and key. */
  id: bytes('id').primaryKey(),
  bodyHash: bytes('body_hash').notNull(),
  startedAt: instant('started_at').notNull(),
  /** The answer, sealed with the key; null while the call runs. */
  answer: bytes('answer'),
});

/** What was paid to affiliates. A row is never changed or removed: it is undone, and then counts nowhere. */
export const payouts = pgTable(
  'payouts',
  {
    id: serial('id').primaryKey(),
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    reference: text('reference'),
    amount: numeric('amount', { precision: 18, scale: 4 }).notNull(),
    currency: text('currency').notNull(),
    /** The days whose earnings it pays; null for payouts from before periods were recorded. */
    periodStart: date('period_start'),
    periodEnd: date('period_end'),
    paidAt: instant('paid_at').notNull(),
    /** Null for payouts that no member recorded, which count as recorded when they were paid. */
    recordedAt: instant('recorded_at'),
    recordedBy: integer('recorded_by').references(() => users.id, { onDelete: 'set null' }),
    undoneAt: instant('undone_at'),
    undoneBy: integer('undone_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('payouts_reference')
      .on(table.affiliateId, table.reference)
      .where(sql`undone_at is null`),
  ],
);

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

/**
 * Projects whose stored figures must be recomputed: foreign currencies after new rates, some affiliates, or everything.
 */
export const pendingRefresh = pgTable('pending_refresh', {
  projectId: integer('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** Changes with each request, so that a request made meanwhile is not taken for done. */
  request: uuid('request').notNull().defaultRandom(),
  everything: boolean('everything').notNull().default(false),
  /** Codes of affiliates with new terms. */
  affids: text('affids').array().notNull().default([]),
  /** The last version used for it: the warehouse may hold the version's history and not its result yet. */
  version: bigint('version', { mode: 'bigint' }),
});

/** Acknowledged items that have not reached the warehouse yet. */
export const inbox = pgTable(
  'inbox',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: integer('project_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    payload: json('payload').$type<InboxItem>().notNull(),
    /** Set once, by a committed update, before the batch is inserted: the batch's identity survives any crash. */
    batchId: uuid('batch_id'),
  },
  (table) => [index('inbox_batch').on(table.batchId).where(sql`batch_id is not null`)],
);

/** The name of this installation, which its warehouse carries, too; one row. */
export const installation = pgTable('installation', {
  id: uuid('id').primaryKey(),
  /** Damaged parts of the warehouse that the operator has accepted. */
  acceptedParts: text('accepted_parts').array().notNull().default([]),
});

/** How many events of a project were moved into the warehouse, counted when a batch leaves the inbox. */
export const warehouseCounts = pgTable('warehouse_counts', {
  projectId: integer('project_id').primaryKey(),
  events: bigint('events', { mode: 'bigint' }).notNull(),
});

/** Items of queues that failed: how often, and since when they are set aside so that the others go on. */
export const failedItems = pgTable(
  'failed_items',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    queue: text('queue').notNull(),
    /** The name of the item in its queue. */
    item: text('item').notNull(),
    reason: text('reason').notNull(),
    tries: integer('tries').notNull(),
    /** Null while it is still tried. */
    setAsideAt: instant('set_aside_at'),
  },
  (table) => [unique().on(table.projectId, table.queue, table.item)],
);

/** The scheduled work that this installation knows, and the last slot of its schedule that was queued. */
export const scheduledJobs = pgTable('scheduled_jobs', {
  name: text('name').primaryKey(),
  lastSlot: instant('last_slot').notNull(),
});

/** The last run of scheduled work for a project. The queue itself is in the schema `pgboss`. */
export const scheduledJobRuns = pgTable(
  'scheduled_job_runs',
  {
    name: text('name').notNull(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    lastRunAt: instant('last_run_at').notNull(),
    lastFinishedAt: instant('last_finished_at'),
    lastOk: boolean('last_ok'),
    /** Without any text that was collected. */
    lastError: text('last_error'),
  },
  (table) => [primaryKey({ columns: [table.name, table.projectId] })],
);

/** Recent events for live streams. The table is unlogged: after a crash of the database it is empty. */
export const collected = pgTable(
  'collected',
  {
    version: bigint('version', { mode: 'bigint' }).notNull(),
    /** The position in its batch. */
    place: integer('place').notNull(),
    projectId: integer('project_id').notNull(),
    keptAt: instant('kept_at').notNull(),
    /** Null where events of a busy moment were left out. */
    event: json('event').$type<LiveEvent>(),
  },
  (table) => [
    primaryKey({ columns: [table.version, table.place] }),
    index('collected_project').on(table.projectId, table.version, table.place),
  ],
);

/** Numbers the batches of the inbox, and with them every version in the warehouse. */
export const warehouseVersions = pgSequence('warehouse_versions');

export const deliveries = pgTable(
  'deliveries',
  {
    projectId: integer('project_id').notNull(),
    deliveryId: bytes('delivery_id').notNull(),
    seen: integer('seen').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.deliveryId] })],
);

/** Refused and filtered events by day and reason, which are shown to users. */
export const rejections = pgTable(
  'rejections',
  {
    projectId: integer('project_id').notNull(),
    day: date('day').notNull(),
    reason: text('reason').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [uniqueIndex('rejections_key').on(table.projectId, table.day, table.reason)],
);

/** Short-lived permissions to import into one project, given to users with access to the database. */
export const importKeys = pgTable('import_keys', {
  /** SHA-256 of the key. */
  keyHash: bytes('key_hash').primaryKey(),
  projectId: integer('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
});

/** Saved views of the dashboard. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    opening: jsonb('opening').$type<Omit<ViewState, 'project'>>().notNull(),
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(table.userId, table.projectId, sql`lower(${table.name})`),
  ],
);

/** Notes pinned to a moment of a project. A removed one can be restored for a while. */
export const annotations = pgTable(
  'annotations',
  {
    id: serial('id').primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('annotations_at').on(table.projectId, table.at)],
);

/** Funnels with their drafts. An archived one can be restored for a while. */
export const funnels = pgTable(
  'funnels',
  {
    id: text('id').primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** What it is while it is not archived. */
    status: text('status').$type<'draft' | 'active' | 'paused'>().notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    countBy: text('count_by').$type<Counting>().notNull(),
    windowMinutes: integer('window_minutes').notNull(),
    exclusions: jsonb('exclusions').$type<Exclusion[]>().notNull(),
    targets: jsonb('targets').$type<FunnelTargets>().notNull(),
    /** Raised by every change of the funnel or of its steps. */
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    unique('funnels_slug').on(table.projectId, table.slug),
    uniqueIndex('funnels_name')
      .on(table.projectId, sql`lower(${table.name})`)
      .where(sql`archived_at is null`),
    uniqueIndex('funnels_default').on(table.projectId).where(sql`is_default`),
  ],
);

/** The steps of drafts. A removed one can be restored for a while. */
export const funnelSteps = pgTable(
  'funnel_steps',
  {
    id: text('id').primaryKey(),
    funnelId: text('funnel_id')
      .notNull()
      .references(() => funnels.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    /** Where it is or, once removed, was. */
    position: integer('position').notNull(),
    settings: jsonb('settings').$type<Omit<Step, 'slug'>>().notNull(),
    /** The version of the funnel that the last change of the step made. */
    version: integer('version').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('funnel_steps_funnel').on(table.funnelId),
    uniqueIndex('funnel_steps_slug').on(table.funnelId, table.slug).where(sql`removed_at is null`),
  ],
);

/** What was published; reports follow the highest version. */
export const funnelVersions = pgTable(
  'funnel_versions',
  {
    funnelId: text('funnel_id')
      .notNull()
      .references(() => funnels.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    definition: jsonb('definition').$type<Definition>().notNull(),
    publishedAt: instant('published_at').notNull(),
    publishedBy: integer('published_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.funnelId, table.version] })],
);

/** What happened to a funnel, as people and the product itself noted it. */
export const funnelAnnotations = pgTable(
  'funnel_annotations',
  {
    id: text('id').primaryKey(),
    funnelId: text('funnel_id')
      .notNull()
      .references(() => funnels.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    text: text('text').notNull(),
    auto: boolean('auto').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('funnel_annotations_at').on(table.funnelId, table.at)],
);

/** What the last evaluation of a step found: whether its events arrive as usual. */
export const funnelStepHealth = pgTable(
  'funnel_step_health',
  {
    funnelId: text('funnel_id')
      .notNull()
      .references(() => funnels.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    state: text('state').notNull(),
    since: instant('since'),
    seen: integer('seen'),
    expected: doublePrecision('expected'),
    checkedAt: instant('checked_at').notNull(),
    /** How many evaluations in a row found a very unlikely silence. */
    quietTimes: integer('quiet_times').notNull(),
  },
  (table) => [primaryKey({ columns: [table.funnelId, table.slug] })],
);

/** Event pixels of affiliates. A removed one can be restored for a while. */
export const eventPixels = pgTable(
  'event_pixels',
  {
    id: serial('id').primaryKey(),
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => masterPixels.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    side: text('side').notNull(),
    status: text('status').notNull(),
    /** The config without secrets. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    /** The secrets of the config, sealed. */
    secrets: bytes('secrets'),
    /** The code of a code pixel that an owner approved; only this code runs. */
    approvedCode: text('approved_code'),
    urlTemplate: text('url_template'),
    method: text('method').notNull(),
    fireOn: text('fire_on').array().notNull(),
    dedupMode: text('dedup_mode').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('event_pixels_affiliate').on(table.affiliateId)],
);

/** Versions of conversions for which no deliveries are planned yet. */
export const pixelNews = pgTable('pixel_news', {
  version: bigint('version', { mode: 'bigint' }).primaryKey(),
});

/** One conversion in one status for one pixel: the request to send and its result. */
export const pixelDeliveries = pgTable(
  'pixel_deliveries',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    pixelId: integer('pixel_id')
      .notNull()
      .references(() => eventPixels.id, { onDelete: 'cascade' }),
    conversionId: text('conversion_id').notNull(),
    status: text('status').notNull(),
    eventId: text('event_id').notNull(),
    /** The key by which a receiver recognises repeats; it never changes. */
    idempotencyKey: text('idempotency_key').notNull(),
    host: text('host').notNull(),
    payout: numeric('payout', { precision: 18, scale: 4 }).notNull(),
    /** The conversion's data, until nothing more is sent. */
    facts: jsonb('facts').$type<PixelEvent>(),
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The time of the next attempt. During an attempt, the time when it counts as lost. */
    nextAt: instant('next_at').notNull(),
    outcome: text('outcome').notNull(),
    httpStatus: integer('http_status'),
    latencyMs: integer('latency_ms'),
    request: jsonb('request').$type<Execution['request']>(),
    responseExcerpt: text('response_excerpt').notNull().default(''),
    tries: jsonb('tries').$type<Execution['tries']>().notNull().default([]),
    /** A test with an invented conversion. */
    isTest: boolean('is_test').notNull().default(false),
    /** Bits of the person's known match keys at the attempt. */
    matchKeys: integer('match_keys'),
    triedAt: instant('tried_at'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    unique('pixel_deliveries_conversion').on(table.pixelId, table.conversionId, table.status),
    index('pixel_deliveries_pixel').on(table.pixelId, table.id),
    index('pixel_deliveries_event').on(table.pixelId, table.eventId),
    index('pixel_deliveries_tried').on(table.pixelId, table.triedAt),
    index('pixel_deliveries_due').on(table.nextAt).where(sql`state = 'waiting'`),
    index('pixel_deliveries_logged').on(table.triedAt).where(sql`request is not null`),
  ],
);

/** Decisions about conversions. Undone ones stay. */
export const decisionBatches = pgTable('decision_batches', {
  id: uuid('id').primaryKey(),
  status: text('status').notNull(),
  reasonCode: text('reason_code'),
  note: text('note').notNull(),
  decidedAt: instant('decided_at').notNull(),
  decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
  undoneAt: instant('undone_at'),
  undoneBy: integer('undone_by').references(() => users.id, { onDelete: 'set null' }),
});

/** One conversion of a decision, by the event that led it then, wherever that event belongs later. */
export const conversionStatus = pgTable(
  'conversion_status',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => decisionBatches.id, { onDelete: 'cascade' }),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    conversionId: text('conversion_id').notNull(),
    eventUid: text('event_uid').notNull(),
    dedupKey: text('dedup_key').notNull(),
    /** The status before. */
    fromStatus: text('from_status').notNull(),
  },
  (table) => [
    index('conversion_status_event').on(table.projectId, table.eventUid),
    index('conversion_status_batch').on(table.batchId),
  ],
);

/** Corrections of revenue and payout. Rows are only added: a reversal is a row of its own. */
export const conversionAdjustments = pgTable(
  'conversion_adjustments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    conversionId: text('conversion_id'),
    /** The event that led the conversion then. */
    eventUid: text('event_uid'),
    affId: text('aff_id').notNull(),
    offerId: text('offer_id').notNull(),
    revenue: numeric('revenue', { precision: 18, scale: 4 }).notNull(),
    payout: numeric('payout', { precision: 18, scale: 4 }).notNull(),
    currency: text('currency').notNull(),
    /** The value in a network's file that the correction takes over; null where an amount was entered. */
    statedValue: numeric('stated_value', { precision: 18, scale: 4 }),
    reasonCode: text('reason_code').notNull(),
    note: text('note').notNull(),
    effectiveDate: date('effective_date').notNull(),
    /** Noon of the day in the project's zone. */
    effectiveAt: instant('effective_at').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    reverses: integer('reverses').unique(),
  },
  (table) => [
    index('conversion_adjustments_conversion').on(table.projectId, table.conversionId),
    index('conversion_adjustments_event').on(table.projectId, table.eventUid),
  ],
);

/** Decisions and corrections that the figures do not include yet. */
export const pendingDecisions = pgTable('pending_decisions', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  projectId: integer('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  batchId: uuid('batch_id').references(() => decisionBatches.id, { onDelete: 'cascade' }),
  adjustmentId: integer('adjustment_id').references(() => conversionAdjustments.id, {
    onDelete: 'cascade',
  }),
  /** The version that includes it, once assigned; it stays the same after any crash. */
  version: bigint('version', { mode: 'bigint' }),
});

/** The progress of this installation's demo; at most one row. */
export const demo = pgTable('demo', {
  id: integer('id').primaryKey().default(1),
  seed: bigint('seed', { mode: 'number' }).notNull(),
  /** The first day of the history. */
  firstDay: date('first_day').notNull(),
  /** History lies before this moment, live traffic after it. */
  startedAt: instant('started_at').notNull(),
  /** The history is complete from this day on, counted from the first. */
  filledFrom: integer('filled_from').notNull(),
  liveUntil: instant('live_until').notNull(),
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
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    noticeId: text('notice_id')
      .notNull()
      .references(() => upgradeNotices.id, { onDelete: 'cascade' }),
    dismissedAt: instant('dismissed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.noticeId] })],
);
