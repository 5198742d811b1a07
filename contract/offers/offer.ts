import { z } from 'zod';
import { integer } from '../analytics/report-query.ts';
import { nameSchema, webAddressSchema } from '../name-fields.ts';
import { pageSize } from '../page-query.ts';
import { rowId } from '../row-id.ts';
import { timezoneSchema, zoneSchema } from '../time-zone.ts';
import { accessStates } from './access.ts';
import { capStatusSchema, newCapSchema } from './caps.ts';
import {
  choiceSchema,
  countrySchema,
  instantSchema,
  lineSchema,
  linesSchema,
  offerDays,
  offerDevices,
  offerStatuses,
  offerSystems,
  overCapPolicies,
  settableStatuses,
  trafficKinds,
  visibilities,
  wholeSchema,
} from './fields.ts';
import { goalKeySchema, newTermsSchema, payoutTypes } from './terms.ts';

/** The id that links and clicks carry as `offer_id`. */
const publicOfferId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'Use up to 64 letters, digits, dots, dashes or underscores.');

/** Filled in when a click is redirected. Only `{click_id}` is required. */
export const destinationMacros = [
  'click_id',
  'affid',
  'affsub',
  'offer_id',
  'campaign_id',
  'adset_id',
  'ad_id',
  'country',
  'device',
] as const;

/** Where the clicks of an offer lead. The server also requires https and refuses private hosts. */
const destinationSchema = webAddressSchema
  .max(2_000, 'Use at most 2,000 characters.')
  .refine(
    (url) => /\{click_id\}|%7Bclick_id%7D/i.test(url),
    'Put {click_id} where the network expects the id of the click, such as ?aff_sub={click_id}.',
  );

const unique = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(item)
    .max(most, `Use at most ${most}.`)
    .refine((items) => new Set(items).size === items.length, 'One is listed twice.');

/** Address ranges such as `203.0.113.0/24`; a single address is one too. */
const cidrSchema = z.union(
  [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
  'Enter addresses such as 203.0.113.7 or 203.0.113.0/24.',
);

const mostGoals = 20;
/** A goal is reached by a conversion whose report names it as `goal`, or is of this event. */
export const goalSchema = z.strictObject({
  key: goalKeySchema,
  name: lineSchema(80, 1),
  /** The event that reaches it; null where reports name the goal. */
  event: lineSchema(64, 1).nullable().default(null),
});
export type Goal = z.infer<typeof goalSchema>;

/** What a person enters about an offer, apart from terms, caps and access. */
const offerFields = {
  name: nameSchema,
  advertiser_name: lineSchema(80),
  network: lineSchema(64),
  external_offer_id: lineSchema(64),
  category: lineSchema(64),
  tags: unique(lineSchema(40, 1), 20),
  /** Markdown, shown as text with paragraphs, lists and links. */
  description: linesSchema(5_000),
  thumbnail: webAddressSchema.nullable(),
  preview_url: webAddressSchema.nullable(),
  destination_url: destinationSchema.nullable(),
  visibility: choiceSchema(visibilities),
  country_mode: choiceSchema(['include', 'exclude']),
  countries: unique(countrySchema, 250),
  devices: unique(choiceSchema(offerDevices), 3),
  os: unique(choiceSchema(offerSystems), 5),
  allowed_traffic: unique(choiceSchema(trafficKinds), 10),
  forbidden_traffic: unique(choiceSchema(trafficKinds), 10),
  starts_at: instantSchema.nullable(),
  ends_at: instantSchema.nullable(),
  /** The zone in which its caps and tiers begin their days; null for the project's. */
  timezone: zoneSchema.nullable(),
  /** Conversions of older clicks are not paid; at most the 30 days for which a click is credited. */
  click_window_days: wholeSchema(1, 30),
  /** Whether further conversions of the same click are paid. */
  allow_multiple_conversions: z.boolean(),
  /** New conversions wait for so many days. */
  hold_days: wholeSchema(0, 120),
  /** Whether conversions are approved when their hold ends. */
  auto_approve: z.boolean(),
  /** The only addresses that may report its conversions; empty for all. */
  postback_ips: unique(cidrSchema, 50),
  /** The offer that gets the clicks which this one does not take. */
  fallback_offer: rowId.nullable(),
  /** The address for them, where no fallback offer takes them; null for the project's website. */
  fallback_url: webAddressSchema.nullable(),
  over_cap_policy: choiceSchema(overCapPolicies),
  goals: z
    .array(goalSchema)
    .max(mostGoals, `Use at most ${mostGoals}.`)
    .superRefine((goals, context) => {
      goals.forEach(({ key }, index) => {
        if (goals.findIndex((goal) => goal.key === key) === index) return;
        const message = 'Another goal has this key.';
        context.addIssue({ code: 'custom', path: [index, 'key'], message });
      });
    }),
  /** For members only. */
  notes: linesSchema(5_000),
};

const endAfterStart = ({
  starts_at,
  ends_at,
}: {
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
}) => !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at);
const backwards = { path: ['ends_at'], message: 'The end is not after the start.' };

const { name, ...optionalFields } = offerFields;

/** A new offer is pending. Its id is the next number of the project unless it is given. */
export const newOfferSchema = z
  .strictObject({
    project: rowId,
    offer_id: publicOfferId.optional(),
    name,
    ...z.object(optionalFields).partial().shape,
    terms: z.array(newTermsSchema).max(20, 'Use at most 20.').default([]),
    caps: z.array(newCapSchema).max(20, 'Use at most 20.').default([]),
  })
  .refine(endAfterStart, backwards);
export type NewOffer = z.input<typeof newOfferSchema>;

export const offerChangeSchema = z
  .strictObject(offerFields)
  .partial()
  .refine(endAfterStart, backwards);
export type OfferChange = z.input<typeof offerChangeSchema>;

export const offerStatusChangeSchema = z.strictObject({
  to: choiceSchema(settableStatuses),
  reason: lineSchema(200).default(''),
  /** Activates an offer that no test has reached. */
  without_test: z.boolean().default(false),
});

const money = z.number().meta({ unit: 'currency' });
const ratio = z.number().meta({ unit: 'ratio' }).nullable();
const count = z.int().meta({ unit: 'count' });

/** The figures of an offer in some days; those about revenue are null for a reader who may not see it. */
export const offerFiguresSchema = z.object({
  clicks: count,
  conversions: count,
  pending: count,
  approved: count,
  rejected: count,
  payout: money,
  revenue: money.nullable(),
  profit: money.nullable(),
  /** Payout per click: what an affiliate earns. */
  epc: ratio,
  /** Revenue per click. */
  network_epc: ratio,
  /** Conversions per click. */
  conversion_rate: ratio,
  /** Approved among the decided conversions that are older than the hold. */
  approval_rate: ratio,
  /** The part of the revenue that stays after payouts. */
  margin: ratio,
});
export type OfferFigures = z.infer<typeof offerFiguresSchema>;

/** What an offer pays the reader's affiliates, or everyone: the highest of the current terms of its first goal. */
const payoutSummarySchema = z.object({
  terms: z.int(),
  payout_type: z.enum(payoutTypes),
  payout_amount: money.nullable(),
  payout_pct: z.number().nullable(),
  has_tiers: z.boolean(),
  /** Whether other terms apply to some countries, devices, goals or affiliates. */
  varies: z.boolean(),
});

const readerAccessSchema = z.object({
  affiliate: z.int(),
  affid: z.string(),
  name: z.string(),
  /** `open`: a public offer needs no request. */
  status: z.enum(['open', 'none', ...accessStates]),
  reason: z.string(),
});

const shared = {
  id: z.int(),
  project: z.int(),
  offer_id: z.string(),
  name: z.string(),
  status: z.enum(offerStatuses),
  advertiser_name: z.string(),
  network: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  thumbnail: z.string().nullable(),
  preview_url: z.string().nullable(),
  visibility: z.enum(visibilities),
  country_mode: z.enum(['include', 'exclude']),
  countries: z.array(z.string()),
  devices: z.array(z.enum(offerDevices)),
  os: z.array(z.enum(offerSystems)),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  timezone: z.string(),
  currency: z.string(),
  version: z.int(),
  created_at: z.string(),
  /** Null while no terms apply. */
  payout: payoutSummarySchema.nullable(),
  /** The reader's own affiliates; empty for a reader of the whole project. */
  access: z.array(readerAccessSchema),
  /** Requests that wait for a decision; null for an affiliate. */
  requests: z.int().nullable(),
  caps: z.array(capStatusSchema),
  /** Why it takes no clicks although it is active, or what was found at a new destination; null otherwise. */
  warning: z.string().nullable(),
};

/** A line of the list; `figures` only where they are requested. */
export const offerLineSchema = z.object({
  ...shared,
  figures: offerFiguresSchema.nullable(),
});
export type OfferLine = z.infer<typeof offerLineSchema>;

export const offerDetailSchema = z.object({
  ...shared,
  description: z.string(),
  allowed_traffic: z.array(z.enum(trafficKinds)),
  forbidden_traffic: z.array(z.enum(trafficKinds)),
  click_window_days: z.int(),
  allow_multiple_conversions: z.boolean(),
  hold_days: z.int(),
  auto_approve: z.boolean(),
  over_cap_policy: z.enum(overCapPolicies),
  goals: z.array(goalSchema),
  updated_at: z.string(),
  archived_at: z.string().nullable(),
  /** When a test last reached it. */
  tested_at: z.string().nullable(),
  /** What only members of the project see; null for an affiliate. */
  internal: z
    .object({
      external_offer_id: z.string(),
      destination_url: z.string().nullable(),
      postback_ips: z.array(z.string()),
      fallback_offer: z.int().nullable(),
      fallback_offer_name: z.string().nullable(),
      fallback_url: z.string().nullable(),
      own_timezone: z.string().nullable(),
      notes: z.string(),
      /** The address before the last change of the destination, for 15 minutes. */
      earlier_destination: z.object({ url: z.string(), until: z.string() }).nullable(),
      /** The offer that its links lead to since a split test was shipped. */
      leads_to: z
        .object({
          offer: z.int(),
          name: z.string(),
          test: z.string(),
          test_name: z.string(),
          since: z.string(),
        })
        .nullable(),
    })
    .nullable(),
});
export type OfferDetail = z.infer<typeof offerDetailSchema>;

const words = z
  .union([z.string(), z.array(z.string())])
  .transform((input) => (typeof input === 'string' ? input.split(',') : input));

export const offersQuerySchema = z.strictObject({
  project_id: integer,
  status: words.pipe(z.array(z.enum(offerStatuses))).optional(),
  category: words.optional(),
  country: words.pipe(z.array(countrySchema)).optional(),
  tag: words.optional(),
  access: z.enum(['mine', 'available', 'pending']).optional(),
  search: z.string().max(200).optional(),
  /** `1` adds the figures of the days. */
  metrics: z.enum(['0', '1']).default('0'),
  affiliate_id: words.pipe(z.array(z.string().regex(/^(all|\d{1,9})$/))).default(['all']),
  ...offerDays,
  timezone: timezoneSchema,
  limit: pageSize,
  /** The `X-Next-Cursor` of the page before. */
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'Use a cursor from an earlier response.')
    .optional(),
});

export const offerStatusPreviewSchema = z.object({
  /** Clicks that it took in the last hour. */
  clicks_last_hour: z.int(),
  /** Where its clicks go then. */
  leads_to: z.string().nullable(),
  /** Funnels whose steps name it, and offers that fall back to it. */
  used_by: z.array(z.object({ kind: z.enum(['funnel', 'offer']), name: z.string() })),
  /** Why it cannot become active, one sentence each. */
  missing: z.array(z.string()),
});
export type OfferStatusPreview = z.infer<typeof offerStatusPreviewSchema>;

/** Columns by header; `dry_run` only checks. */
export const offerImportSchema = z.strictObject({
  project: rowId,
  csv: z.string().min(1, 'The file is empty.').max(2_000_000, 'Use a file of at most 2 MB.'),
  dry_run: z.boolean().default(false),
});
export const offerImportAnswerSchema = z.object({
  /** Lines that were, or with `dry_run` would be, taken. */
  created: z.int(),
  changed: z.int(),
  lines: z.array(
    z.object({
      line: z.int(),
      offer_id: z.string().nullable(),
      name: z.string(),
      result: z.enum(['created', 'changed', 'unchanged', 'refused']),
      /** One sentence per fault, with the column's name. */
      faults: z.array(z.object({ column: z.string(), message: z.string() })),
    }),
  ),
});
export type OfferImport = z.infer<typeof offerImportAnswerSchema>;

export const offerBreakdowns = [
  'day',
  'hour',
  'affiliate',
  'country',
  'device',
  'campaign',
  'ad',
] as const;
export const offerReportQuerySchema = z.strictObject({
  breakdown: z.enum(offerBreakdowns).default('day'),
  affiliate_id: words.pipe(z.array(z.string().regex(/^(all|\d{1,9})$/))).default(['all']),
  ...offerDays,
  timezone: timezoneSchema,
});
export const offerReportSchema = z.object({
  start_date: z.string(),
  end_date: z.string(),
  timezone: z.string(),
  total: offerFiguresSchema,
  rows: z.array(
    z.object({
      /** The day, hour, id or code; null for rows without one. */
      key: z.string().nullable(),
      label: z.string(),
      ...offerFiguresSchema.shape,
      /** The part of the decided conversions that was rejected, with its 95 % interval; only by affiliate. */
      scrub: z
        .object({ rate: z.number(), low: z.number(), high: z.number(), is_high: z.boolean() })
        .nullable(),
    }),
  ),
});
export type OfferReport = z.infer<typeof offerReportSchema>;

export const offerLogSchema = z.object({
  at: z.string(),
  /** Null for a reader who may not see members, and for scheduled work. */
  by: z.string().nullable(),
  action: z.string(),
  /** The action in words. */
  what: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type OfferLogEntry = z.infer<typeof offerLogSchema>;

/** Changes many offers at once; each is answered on its own. */
export const bulkOffersSchema = z.strictObject({
  project: rowId,
  offers: z
    .array(rowId)
    .min(1, 'Choose at least one offer.')
    .max(100, 'Choose at most 100 offers.'),
  change: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('status'), to: z.enum(['active', 'paused', 'archived']) }),
    z.strictObject({ kind: z.literal('add_tag'), tag: lineSchema(40, 1) }),
    z.strictObject({ kind: z.literal('remove_tag'), tag: lineSchema(40, 1) }),
  ]),
});
export const bulkOffersAnswerSchema = z.object({
  changed: z.array(z.int()),
  refused: z.array(z.object({ id: z.int(), name: z.string(), message: z.string() })),
});
