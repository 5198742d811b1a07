import { z } from 'zod';
import { daySchema, momentSchema, timezoneSchema } from '../period.ts';
import { longestText } from '../text-length.ts';
import { clocks, defaultAttribution, longestLookback, models } from './attribution.ts';

/** Query parameters arrive as text: `a,b`, or `key[]=a&key[]=b` (read into an array), whose items keep their commas. */
export const list = z
  .union([z.string(), z.array(z.string())])
  .transform((input) => (typeof input === 'string' ? input.split(',') : input))
  .transform((items) => items.map((item) => item.trim()).filter((item) => item !== ''));
export const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true');
export const integer = z
  .string()
  .regex(/^-?\d{1,9}$/, 'Enter a whole number.')
  .transform(Number);

export const originFilters = [
  'affsub',
  'referrer',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'ad_id',
  'adset_id',
  'campaign_id',
  'state',
  'device',
] as const;
export type OriginFilter = (typeof originFilters)[number];

const filters = Object.fromEntries(originFilters.map((name) => [name, list.optional()])) as Record<
  OriginFilter,
  z.ZodOptional<typeof list>
>;

export const comparisons = ['none', 'previous', 'same_elapsed', 'last_year', 'custom'] as const;
export type Comparison = (typeof comparisons)[number];

export const groupings = [
  'channel',
  'campaign_id',
  'adset_id',
  'ad_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'referrer',
  'affid',
  'affsub',
  'offer_id',
  'country',
  'state',
  'device',
  'hour',
  'date',
] as const;
export type Grouping = (typeof groupings)[number];

/** The row of a table that was opened. The key of the row without a value is null, of what no click earned empty. */
export type Parent = { grouping: Grouping; key: string | null };

/** What no click earned and what has no value of its own: it stands below the rows and opens like one of them. */
export const unattributed = { key: '', label: 'Unattributed' } as const;

/** A key with the name of what it is grouped by before it. */
const longestCell = longestText + 50;
/**
 * `campaign_id:238401`; everything after the first colon is the key as it stands in its row. No colon at all is the row
 * without a value, nothing behind it what no click earned.
 */
export const cellSchema = z
  .union([z.string().max(longestCell), z.array(z.string().max(longestCell)).max(groupings.length)])
  .transform((input) => [input].flat())
  .refine((texts) => texts.every((text) => opened.test(text)), 'Open rows as "grouping:key".')
  .transform((texts) => texts.map(parentIn))
  .refine(
    (all) => new Set(all.map(({ grouping }) => grouping)).size === all.length,
    'Open one row of a grouping.',
  );
const opened = new RegExp(`^(?:${groupings.join('|')})(?::|$)`);

function parentIn(text: string): Parent {
  const colon = text.indexOf(':');
  return colon === -1
    ? { grouping: text as Grouping, key: null }
    : { grouping: text.slice(0, colon) as Grouping, key: text.slice(colon + 1) };
}

const affiliates = z.array(
  z.union([z.literal('all'), z.string().regex(/^\d{1,9}$/, 'Use affiliate ids or "all".')]),
);
const lookbackRule = `Choose from 1 to ${longestLookback} days.`;

/** What every dashboard call understands; `filter-value.ts` says how a filter value is written. */
export const reportQuerySchema = z.strictObject({
  affiliate_id: list.pipe(
    affiliates.min(1, 'Name the affiliates, or "all" together with project_id.'),
  ),
  project_id: integer.optional(),
  start_date: daySchema.optional(),
  end_date: daySchema.optional(),
  timezone: timezoneSchema,
  offer_ids: list.optional(),
  countries: list.optional(),
  browser_conversions: flag.default(false),
  unique_conversions: flag.default(true),
  compare: z.enum(comparisons).default('none'),
  compare_start: daySchema.optional(),
  compare_end: daySchema.optional(),
  model: z.enum(models, `Choose one of ${models.join(', ')}.`).default(defaultAttribution.model),
  lookback_days: integer
    .pipe(z.int().min(1, lookbackRule).max(longestLookback, lookbackRule))
    .default(defaultAttribution.lookbackDays),
  clock: z.enum(clocks, `Choose one of ${clocks.join(', ')}.`).default(defaultAttribution.clock),
  as_of: momentSchema.optional(),
  /** Adds what the figures prove: what is still to come, and how far chance alone could move them. */
  evidence: flag.default(false),
  /** 0 does without `meta.excluded`, which takes a statement of its own: a screen asks for many reports at once. */
  excluded: flag.default(true),
  ...filters,
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;

export const tableSorts = [
  'label',
  'clicks',
  'unique_clicks',
  'conversions',
  'revenue',
  'aov',
  'users',
  'per_user',
  'server_revenue',
  'server_purchases',
  'server_aov',
  'server_users',
  'server_per_user',
  'browser_revenue',
  'browser_purchases',
  'browser_aov',
  'browser_users',
  'browser_per',
  'cost',
  'payout',
  'profit',
  'roas',
  'cpa',
  'epc',
  'conversion_rate',
] as const;
/** What rows are ordered by that follows from their figures: from what they are compared with, or from an extra. */
export const derivedSorts = [
  'share',
  'clicks_change',
  'conversions_change',
  'revenue_change',
  'cost_change',
  'settled',
  'projected_roas',
  'conversion_rate_low',
  'cpa_low',
  'roas_low',
  'profit_probability',
  'wins',
  'credit_low',
  'click_conversions',
  'click_revenue',
] as const;
export type DerivedSort = (typeof derivedSorts)[number];
export type TableSort = (typeof tableSorts)[number] | DerivedSort;

export const tableQuerySchema = reportQuerySchema.extend({
  group_by: z.enum(groupings).default('campaign_id'),
  /** Adds what the attribution models make of each row. */
  robustness: flag.default(false),
  /** Adds the same conversions on the days of their clicks. */
  clocks: z.literal('both').optional(),
  /** The rows that were opened, from the outermost on. */
  parent: cellSchema.optional(),
  min_revenue: z
    .string()
    .regex(/^\d+(\.\d{1,4})?$/, 'Enter an amount.')
    .default('0.01'),
  sort: z.enum([...tableSorts, ...derivedSorts]).default('server_revenue'),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: integer.pipe(z.int().min(1).max(100_000)).default(500),
});
export type TableQuery = z.infer<typeof tableQuerySchema>;

/** For how many minutes people are followed through a funnel, unless a call says otherwise: a week. */
export const followedMinutes = 10_080;

export const funnelQuerySchema = reportQuerySchema.extend({
  funnel: z.string().max(64).default('default'),
  window_minutes: integer.pipe(z.int().min(1).max(129_600)).default(followedMinutes),
});

export type FunnelQuery = z.infer<typeof funnelQuerySchema>;

const variantNames = [
  'params.country',
  'params.state',
  'params.device',
  'params.affsub',
  'params.referrer',
  'params.channel',
  'params.utm_source',
  'params.utm_medium',
  'params.utm_campaign',
  'params.utm_content',
  'params.campaign_id',
  'params.adset_id',
  'params.ad_id',
  'params.offer_id',
] as const;
export const variantsQuerySchema = z.strictObject({
  project_id: integer,
  affiliate_id: list.pipe(affiliates).default(['all']),
  name: z.enum(variantNames),
  /** Off: names alone, as far as they are known without counting. */
  counts: flag.default(true),
});
export type Filters = Partial<Record<OriginFilter, string[]>>;
/** By what the figures can be narrowed, in the order of the screen; `filter-value.ts` says how a value is written. */

export const filterGroups = ['offer_id', 'country', ...originFilters] as const;
export type FilterGroup = (typeof filterGroups)[number];
/** What a table can be asked for beside its figures; each costs the server a computation of its own. */
export const tableExtras = ['evidence', 'robustness', 'clocks'] as const;
export type TableExtra = (typeof tableExtras)[number];
