import { z } from 'zod';
import { isCurrency } from '../currency.ts';
import { noImageSchema } from '../images/schemas.ts';
import { timezoneSchema, zoneSchema } from '../period.ts';

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(120, 'Use at most 120 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter a name without line breaks.');
const webAddress = z
  .url({ protocol: /^https?$/, error: 'Enter an address like https://example.com.' })
  .max(2_048, 'Use at most 2,048 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter an address without line breaks.');
/** As people write it: without its beginning where that is the usual one. Empty where there is none. */
const website = z
  .string()
  .trim()
  .overwrite((text) =>
    /^[^\s:/?#@]+\.[^\s:/?#.]{2,}(?![^:/?#])/.test(text) ? `https://${text}` : text,
  )
  .pipe(z.union([z.literal(''), webAddress]));
export const eventNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} _.:/-]{0,63}$/u,
    'Enter an event name such as purchase: up to 64 letters, digits, spaces, dots or dashes.',
  );
/** Whether orders may have this name: these say something else of an order, and are no order themselves. */
export const isGoal = (name: string): boolean =>
  !['click', 'cost', 'refund', 'adjustment'].includes(name);
export const noGoal = 'Events of this name mean something of their own. Enter another.';
const goal = eventNameSchema.refine(isGoal, noGoal);
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Enter a three-letter currency code such as USD.', abort: true })
  .refine(isCurrency, 'Enter a currency code of ISO 4217 such as USD.');

export const projectSchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  url: z.string(),
  target: z.string(),
  number_of_events: z.int(),
  events_used: z.int(),
  created_by: z.int().nullable(),
  timezone: z.string(),
  currency: z.string(),
  /** Whether addresses of visitors are stored whole, and not only their networks. */
  keep_addresses: z.boolean().optional(),
  /** In full only in the answers that create or rotate it; elsewhere its first characters. */
  collect_key: z.string(),
  users: z.array(
    z.object({ id: z.int(), full_name: z.string(), email: z.string(), role: z.string() }),
  ),
  /** The card that is being taken, for whoever may pay; null while none is. */
  setup_intent: z
    .object({ id: z.string(), client_secret: z.string(), status: z.string() })
    .nullable(),
  subscription: z.object({ id: z.int(), status: z.string() }).nullable(),
  /** When it will be deleted, once that was asked for. */
  deletes_at: z.string().nullable().optional(),
});
export type Project = z.infer<typeof projectSchema>;

export const newProjectSchema = z.strictObject({
  name,
  url: website.default(''),
  target: goal.default('purchase'),
  number_of_events: z.int().min(0).max(1e12).default(0),
  timezone: timezoneSchema,
  currency: currency.default('USD'),
});
export const projectChangeSchema = z
  .strictObject({
    name,
    url: website,
    target: goal,
    number_of_events: z.int().min(0).max(1e12),
    timezone: zoneSchema,
    keep_addresses: z.boolean(),
    image: noImageSchema,
  })
  .partial();

const payoutSchema = z.strictObject({
  type: z.enum(['revshare', 'cpa']),
  /** A share from 0 to 1 for `revshare`, an amount in the project's currency for `cpa`. */
  value: z.number().min(0).max(1_000_000),
});

export const affiliateSchema = z.object({
  id: z.int(),
  aff_id: z.string(),
  project: z.int(),
  project_name: z.string(),
  project_slug: z.string(),
  name: z.string(),
  payout: payoutSchema,
  postback_url: z.string().nullable(),
  /** The sub-ids it was given to tell its own sources apart. */
  sub_ids: z.array(z.string()),
  created_at: z.string(),
});
export type Affiliate = z.infer<typeof affiliateSchema>;

const affId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'Use up to 64 letters, digits, dots, dashes or underscores.');
const postbackUrl = webAddress.nullable();
const subIds = z
  .array(
    z
      .string()
      .trim()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N} ._:-]{0,63}$/u,
        'Use up to 64 letters, digits, dots or dashes.',
      ),
  )
  .max(500, 'Use at most 500 sub-ids.')
  .refine((ids) => new Set(ids).size === ids.length, 'A sub-id is there twice.');
const payoutTerms = payoutSchema.refine((terms) => terms.type === 'cpa' || terms.value <= 1, {
  path: ['value'],
  message: 'A revenue share lies between 0 and 1.',
});

export const newAffiliateSchema = z.strictObject({
  aff_id: affId,
  project: z.int(),
  name,
  payout: payoutTerms.default({ type: 'revshare', value: 0 }),
  postback_url: postbackUrl.default(null),
  sub_ids: subIds.default([]),
});
export const affiliateChangeSchema = z
  .strictObject({
    aff_id: affId,
    name,
    payout: payoutTerms,
    postback_url: postbackUrl,
    sub_ids: subIds,
  })
  .partial();

/** What `GET /api/v1/events/` tells of a master pixel. */
export const projectEventSchema = z.object({
  id: z.int(),
  name: z.string(),
  event_name: z.string(),
  is_primary: z.boolean(),
  counts_as_revenue: z.boolean(),
  master_pixel: z.string(),
  created_at: z.string(),
  last_executed_at: z.string().nullable(),
  count_24h: z.int(),
});

export const offerSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'pending', 'paused']),
  conversions_30d: z.int(),
  last_seen_at: z.string().nullable(),
});
export type Offer = z.infer<typeof offerSchema>;

export const settingsSchema = z.object({
  use_cube: z.boolean(),
  version: z.string(),
  currency: z.string(),
  default_timezone: z.string(),
  features: z.object({
    billing: z.boolean(),
    sign_up: z.boolean(),
    invites: z.boolean(),
    capi: z.boolean(),
  }),
  /** While the history of the demo is being sent: how many of its days are in. Left out when all are. */
  filling: z.object({ days: z.int(), of: z.int() }).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;
export type Filling = NonNullable<Settings['filling']>;
