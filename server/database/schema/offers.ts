import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type {
  OfferDevice,
  OfferStatus,
  OfferSystem,
  OverCapPolicy,
  TrafficKind,
  Visibility,
} from '#contract/offers/fields.ts';
import type { Goal } from '#contract/offers/offer.ts';
import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import type { PayoutType, RevenueType, Tier } from '#contract/offers/terms.ts';
import type { Hold } from '../../offer-terms/holds.ts';
import { instant } from '../column-types.ts';
import type { EarlierAccess } from '../payloads/earlier-access.ts';
import type { UsualRates } from '../payloads/usual-rates.ts';
import { users } from './accounts.ts';
import { affiliates } from './affiliates.ts';
import { ofProject } from './projects.ts';

const texts = (name: string) => text(name).array().notNull().default([]);
const line = (name: string) => text(name).notNull().default('');
const now: SQL = sql`now()`;

export const offers = pgTable(
  'offers',
  {
    id: serial('id').primaryKey(),
    projectId: ofProject(),
    /** The public id that clicks carry as `offer_id`. */
    offerId: text('offer_id').notNull(),
    name: text('name').notNull(),
    status: text('status').$type<OfferStatus>().notNull().default('active'),
    /** Where its clicks lead, with macros such as `{click_id}`; empty for the project's website. */
    url: line('url'),
    /** The address before the last change, which can be put back for a while. */
    earlierUrl: text('earlier_url'),
    urlChangedAt: instant('url_changed_at'),
    advertiserName: line('advertiser_name'),
    network: line('network'),
    externalOfferId: line('external_offer_id'),
    category: line('category'),
    tags: texts('tags'),
    description: line('description'),
    thumbnail: text('thumbnail'),
    previewUrl: text('preview_url'),
    visibility: text('visibility').$type<Visibility>().notNull().default('public'),
    countryMode: text('country_mode').$type<'include' | 'exclude'>().notNull().default('include'),
    countries: texts('countries'),
    devices: texts('devices').$type<OfferDevice[]>(),
    os: texts('os').$type<OfferSystem[]>(),
    allowedTraffic: texts('allowed_traffic').$type<TrafficKind[]>(),
    forbiddenTraffic: texts('forbidden_traffic').$type<TrafficKind[]>(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    /** In which its caps and tiers begin their days; null for the project's. */
    timezone: text('timezone'),
    clickWindowDays: integer('click_window_days').notNull().default(30),
    allowMultipleConversions: boolean('allow_multiple_conversions').notNull().default(true),
    holdDays: integer('hold_days').notNull().default(0),
    /** What `hold_days` was, and since when; empty while it never changed. */
    holds: jsonb('holds').$type<Hold[]>().notNull().default([]),
    autoApprove: boolean('auto_approve').notNull().default(false),
    postbackIps: texts('postback_ips'),
    fallbackOfferId: integer('fallback_offer_id').references((): AnyPgColumn => offers.id, {
      onDelete: 'set null',
    }),
    fallbackUrl: text('fallback_url'),
    overCapPolicy: text('over_cap_policy').$type<OverCapPolicy>().notNull().default('redirect'),
    goals: jsonb('goals').$type<Goal[]>().notNull().default([]),
    /** For members only. */
    notes: line('notes'),
    /** When a test last reached it. */
    testedAt: instant('tested_at'),
    /** Raised by every change. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().default(now),
    updatedAt: instant('updated_at').notNull().default(now),
    archivedAt: instant('archived_at'),
    /** What an archived offer was, to which it is restored. */
    archivedFrom: text('archived_from').$type<OfferStatus>(),
  },
  (table) => [unique('offers_offer_id').on(table.projectId, table.offerId)],
);

/** Of a row that belongs to an offer and is deleted with it. */
const ofOffer = () =>
  integer('offer_id')
    .notNull()
    .references(() => offers.id, { onDelete: 'cascade' });

const by = (name: string) => integer(name).references(() => users.id, { onDelete: 'set null' });

/** An affiliate that something is for; null for all. */
const forAffiliate = () =>
  integer('affiliate_id').references(() => affiliates.id, { onDelete: 'cascade' });

/**
 * What an offer brings and pays. Rows are only added: of those with the same keys the latest start applies. A withdrawn
 * one was followed by no click.
 */
export const offerTerms = pgTable(
  'offer_terms',
  {
    id: serial('id').primaryKey(),
    offerId: ofOffer(),
    goal: text('goal').notNull(),
    affiliateId: forAffiliate(),
    country: char('country', { length: 2 }),
    device: text('device'),
    revenueType: text('revenue_type').$type<RevenueType>().notNull(),
    revenueAmount: numeric('revenue_amount', { precision: 18, scale: 4 }),
    revenuePct: numeric('revenue_pct', { precision: 5, scale: 2 }),
    payoutType: text('payout_type').$type<PayoutType>().notNull(),
    payoutAmount: numeric('payout_amount', { precision: 18, scale: 4 }),
    payoutPct: numeric('payout_pct', { precision: 5, scale: 2 }),
    tiers: jsonb('tiers').$type<Tier[]>().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: by('created_by'),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnBy: by('withdrawn_by'),
  },
  (table) => [
    uniqueIndex('offer_terms_start')
      .on(
        table.offerId,
        table.goal,
        sql`coalesce(affiliate_id, 0)`,
        sql`coalesce(country, '')`,
        sql`coalesce(device, '')`,
        table.startsAt,
      )
      .where(sql`withdrawn_at is null`),
  ],
);

/** Limits of an offer. A removed one can be restored for a while. */
export const offerCaps = pgTable(
  'offer_caps',
  {
    id: serial('id').primaryKey(),
    offerId: ofOffer(),
    metric: text('metric').notNull(),
    period: text('period').notNull(),
    most: numeric('most', { precision: 18, scale: 4 }).notNull(),
    affiliateId: forAffiliate(),
    countsStatuses: text('counts_statuses').array().notNull(),
    softPct: integer('soft_pct').notNull(),
    policy: text('policy').$type<OverCapPolicy>(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('offer_caps_offer').on(table.offerId)],
);

/** How much of a cap is used in one of its periods, shared by all processes. */
export const offerCounts = pgTable(
  'offer_counts',
  {
    capId: integer('cap_id')
      .notNull()
      .references(() => offerCaps.id, { onDelete: 'cascade' }),
    periodStart: instant('period_start').notNull(),
    used: numeric('used', { precision: 18, scale: 4 }).notNull(),
    /** The conversions that were expected at `counted_to` from earlier clicks, and from each click after it. */
    inFlight: doublePrecision('in_flight').notNull().default(0),
    perClick: doublePrecision('per_click').notNull().default(0),
    /** The moment up to which conversions were counted. */
    countedTo: instant('counted_to').notNull(),
  },
  (table) => [primaryKey({ columns: [table.capId, table.periodStart] })],
);

/**
 * How many clicks were sent to an offer with caps, by affiliate: the latest by second, older ones by minute and by
 * hour, for as long as their conversions are expected.
 */
export const offerClicks = pgTable(
  'offer_clicks',
  {
    offerId: ofOffer(),
    affid: text('affid').notNull(),
    at: instant('at').notNull(),
    clicks: bigint('clicks', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.affid, table.at] })],
);

/** What is usual of an offer with caps, counted from its last 28 days; of one affiliate or, with '', of all. */
export const offerRates = pgTable(
  'offer_rates',
  {
    offerId: ofOffer(),
    affid: text('affid').notNull(),
    rates: jsonb('rates').$type<UsualRates>().notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.affid] })],
);

/** Which affiliates may run an offer, or have requested it. */
export const offerAccess = pgTable(
  'offer_access',
  {
    offerId: ofOffer(),
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    status: text('status').notNull(),
    requestedAt: instant('requested_at'),
    note: line('note'),
    decidedAt: instant('decided_at'),
    decidedBy: by('decided_by'),
    reason: line('reason'),
    version: integer('version').notNull().default(1),
    /** What the last decision replaced; null where there is no decision to take back. */
    earlier: jsonb('earlier').$type<EarlierAccess>(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.affiliateId] })],
);

/** Saved links: one per affiliate and parameters. */
export const offerLinks = pgTable(
  'offer_links',
  {
    id: serial('id').primaryKey(),
    offerId: ofOffer(),
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    /** Sorted by name, so that equal ones are equal texts. */
    params: text('params').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('offer_links_params').on(table.offerId, table.affiliateId, table.params)],
);

/** Test clicks that are followed to their conversions. */
export const postbackTests = pgTable(
  'postback_tests',
  {
    id: serial('id').primaryKey(),
    offerId: ofOffer(),
    affiliateId: integer('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull(),
    startedBy: by('started_by'),
    clickId: text('click_id'),
    clickUrl: text('click_url').notNull(),
    result: jsonb('result')
      .$type<Pick<PostbackTest, 'state' | 'steps' | 'payout' | 'terms'>>()
      .notNull(),
  },
  (table) => [index('postback_tests_offer').on(table.offerId)],
);
