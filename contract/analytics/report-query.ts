import { z } from 'zod';
import { daySchema, momentSchema } from '../period.ts';
import { longestText } from '../text-length.ts';
import { timezoneSchema } from '../time-zone.ts';
import { clocks, defaultAttribution, longestLookback, models } from './attribution.ts';
import {
  byDimension,
  filterGroups,
  type Grouping,
  groupings,
  type OriginFilter,
  originFilters,
} from './dimensions.ts';

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

const filters = byDimension(originFilters, () => list.optional());

export const comparisons = ['none', 'previous', 'same_elapsed', 'last_year', 'custom'] as const;
export type Comparison = (typeof comparisons)[number];

/** An opened row of a table. The key is null for the row without a value and empty for the unattributed row. */
export type OpenedRow = { grouping: Grouping; key: string | null };

/** The row of unattributed conversions, which is shown below the other rows and can be opened too. */
export const unattributed = { key: '', label: 'Unattributed' } as const;

/** A key with the name of its grouping before it. */
const longestCell = longestText + 50;
/**
 * `campaign_id:238401`; everything after the first colon is the key of the row. Without a colon it is the row without a
 * value, and with nothing after the colon the unattributed row.
 */
export const cellSchema = z
  .union([z.string().max(longestCell), z.array(z.string().max(longestCell)).max(groupings.length)])
  .transform((input) => [input].flat())
  .refine(
    (texts) => texts.every((text) => openedRowPattern.test(text)),
    'Open rows as "grouping:key".',
  )
  .transform((texts) => texts.map(parentIn))
  .refine(
    (all) => new Set(all.map(({ grouping }) => grouping)).size === all.length,
    'Open one row of a grouping.',
  );
const openedRowPattern = new RegExp(`^(?:${groupings.join('|')})(?::|$)`);

function parentIn(text: string): OpenedRow {
  const colon = text.indexOf(':');
  return colon === -1
    ? { grouping: text as Grouping, key: null }
    : { grouping: text.slice(0, colon) as Grouping, key: text.slice(colon + 1) };
}

/** Ids of affiliates, or `all`. */
export const affiliates = z.array(
  z.union([z.literal('all'), z.string().regex(/^\d{1,9}$/, 'Use affiliate ids or "all".')]),
);
const lookbackRule = `Choose from 1 to ${longestLookback} days.`;

/** The parameters of every dashboard call; `filter-value.ts` describes the format of a filter value. */
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
  /** Adds evidence: outstanding conversions and the bounds of chance. */
  evidence: flag.default(false),
  /** 0 leaves out `meta.excluded`, which costs a statement of its own: a screen requests many reports at once. */
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
  'net_revenue',
  'profit',
  'roas',
  'cpa',
  'epc',
  'roi',
  'margin',
  'impressions',
  'ad_clicks',
  'cpm',
  'ctr',
  'cpc',
  'conversion_rate',
] as const;
/** Sort columns that are computed from the figures, by the comparison or by an extra. */
export const derivedSorts = [
  'share',
  'clicks_change',
  'conversions_change',
  'revenue_change',
  'cost_change',
  'profit_change',
  'roas_change',
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

export const spentParts = ['sums', 'rows'] as const;
export type SpentPart = (typeof spentParts)[number];

export const tableQuerySchema = reportQuerySchema.extend({
  group_by: z.enum(groupings).default('campaign_id'),
  /** Adds the figures of each row by every attribution model. */
  robustness: flag.default(false),
  /** Adds the same conversions on the days of their clicks. */
  clocks: z.literal('both').optional(),
  /**
   * Spreads costs over the clicks of their campaigns where the rows or filters name what costs do not; without it such
   * a cost stays on the row without a value.
   */
  estimated_cost: flag.default(false),
  /** The opened rows, outermost first. */
  parent: cellSchema.optional(),
  min_revenue: z
    .string()
    .regex(/^\d+(\.\d{1,4})?$/, 'Enter an amount.')
    .default('0.01'),
  /** Adds the campaign and the ad set that each ad set or ad belongs to. */
  parents: flag.default(false),
  /** Adds the rows that cost money and that `min_revenue` leaves out: only their sums, or each of them. */
  spent: z.enum(spentParts).optional(),
  sort: z.enum([...tableSorts, ...derivedSorts]).default('server_revenue'),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: integer.pipe(z.int().min(1).max(100_000)).default(500),
});
export type TableQuery = z.infer<typeof tableQuerySchema>;

/** The default time that a funnel follows a person: a week, in minutes. */
export const defaultFunnelWindow = 10_080;

export const funnelQuerySchema = reportQuerySchema.extend({
  funnel: z.string().max(64).default('default'),
  window_minutes: integer.pipe(z.int().min(1).max(129_600)).default(defaultFunnelWindow),
});

export type FunnelQuery = z.infer<typeof funnelQuerySchema>;

const variantNames = filterGroups.map((name) => `params.${name}` as const);
export const variantsQuerySchema = z.strictObject({
  project_id: integer,
  affiliate_id: list.pipe(affiliates).default(['all']),
  name: z.enum(variantNames),
  /** If off, only the names are returned, without counts. */
  counts: flag.default(true),
});
/** `filter-value.ts` describes the format of a value. */
export type Filters = Partial<Record<OriginFilter, string[]>>;
/** The extras of a table; each costs the server a computation of its own. */
export const tableExtras = ['evidence', 'robustness', 'clocks', 'parents'] as const;
export type TableExtra = (typeof tableExtras)[number];
