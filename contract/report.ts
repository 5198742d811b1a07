import { z } from 'zod';
import { daySchema, timezoneSchema } from './period.ts';

/** Query parameters arrive as text: `a,b`, `key[]=a&key[]=b` (read into an array) or once. */
const list = z
  .union([z.string(), z.array(z.string())])
  .transform((input) => [input].flat().flatMap((text) => text.split(',')))
  .transform((items) => items.map((item) => item.trim()).filter((item) => item !== ''));
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true');
const integer = z
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

/** What every dashboard call understands. A leading `-` in a filter value excludes it. */
export const reportQuerySchema = z.strictObject({
  affiliate_id: list.pipe(
    z
      .array(
        z.union([z.literal('all'), z.string().regex(/^\d{1,9}$/, 'Use affiliate ids or "all".')]),
      )
      .min(1, 'Name the affiliates, or "all" together with project_id.'),
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
  model: z.literal('last_click', 'Only last_click can be computed so far.').default('last_click'),
  lookback_days: z.literal('30', 'Only 30 days can be computed so far.').default('30'),
  clock: z
    .literal('conversion', 'Only the conversion clock can be computed so far.')
    .default('conversion'),
  as_of: z.iso.datetime({ offset: true }).optional(),
  ...filters,
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;

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

export const tableSorts = [
  'label',
  'clicks',
  'unique_clicks',
  'conversions',
  'server_revenue',
  'server_purchases',
  'server_aov',
  'browser_revenue',
  'browser_purchases',
  'cost',
  'payout',
  'profit',
  'roas',
  'cpa',
  'epc',
  'conversion_rate',
] as const;
export type TableSort = (typeof tableSorts)[number];

export const tableQuerySchema = reportQuerySchema.extend({
  group_by: z.enum(groupings).default('campaign_id'),
  min_revenue: z
    .string()
    .regex(/^\d+(\.\d{1,4})?$/, 'Enter an amount.')
    .default('0.01'),
  sort: z.enum(tableSorts).default('server_revenue'),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: integer.pipe(z.int().min(1).max(100_000)).default(500),
});
export type TableQuery = z.infer<typeof tableQuerySchema>;

export const funnelQuerySchema = reportQuerySchema.extend({
  funnel: z.string().max(64).default('default'),
  window_minutes: integer.pipe(z.int().min(1).max(129_600)).default(10_080),
});

export const variantNames = [
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
  affiliate_id: list.default(['all']),
  name: z.enum(variantNames),
});

const count = z.int();
/** Two decimals, in the project's currency. */
const money = z.number();
const moneyOrNone = money.nullable();
/** 0 to 1 (or any factor), four decimals; none when its base is 0. */
const ratio = z.number().nullable();
const instant = z.string();

export const metaSchema = z.object({
  start_date: z.string(),
  end_date: z.string(),
  timezone: z.string(),
  utc_from: instant,
  utc_to: instant,
  granularity: z.enum(['hour', 'day']),
  currency: z.string(),
  side: z.enum(['server', 'browser']),
  unique: z.boolean(),
  model: z.string(),
  lookback_days: z.int(),
  clock: z.string(),
  compare: z.object({ mode: z.enum(comparisons), utc_from: instant, utc_to: instant }).nullable(),
  as_of: instant,
  complete_through: instant,
  excluded: z.object({
    bots: count,
    duplicates: count,
    tests: count,
    rejected: count,
    no_rate: count.optional(),
  }),
  approximate: z.array(z.string()),
  definitions_version: z.int(),
  query_ms: z.number(),
});
export type ReportMeta = z.infer<typeof metaSchema>;

export const report = <Data extends z.ZodType>(data: Data) => z.object({ data, meta: metaSchema });

/** The hourly pixel summary's ten figures; `*_users`, `*_aov` and `*_per*` never add up over rows. */
const totals = {
  server_revenue: money,
  server_aov: moneyOrNone,
  server_purchases: count,
  server_per_user: moneyOrNone,
  server_users: count,
  browser_purchases: count,
  browser_aov: moneyOrNone,
  browser_revenue: money,
  browser_per: moneyOrNone,
  browser_users: count,
};

export const rcDataSchema = z.object({
  revenue: money,
  conversions: count,
  aov: moneyOrNone,
  users: count,
  per_user: moneyOrNone,
  net_revenue: money,
  cost: money,
  payout: money,
  profit: money,
  roas: ratio,
  cpa: moneyOrNone,
  ...totals,
  overlap: z.object({
    both: count,
    server_only: count,
    browser_only: count,
    union_purchases: count,
    union_revenue: money,
  }),
  previous: z
    .object({
      revenue: money,
      conversions: count,
      aov: moneyOrNone,
      users: count,
      per_user: moneyOrNone,
      cost: money,
      profit: money,
      roas: ratio,
      cpa: moneyOrNone,
    })
    .nullable(),
  change: z
    .object({
      revenue: ratio,
      conversions: ratio,
      aov: ratio,
      users: ratio,
      per_user: ratio,
      cost: ratio,
      profit: ratio,
      roas: ratio,
      cpa: ratio,
    })
    .nullable(),
});
export type RcData = z.infer<typeof rcDataSchema>;

export const ccDataSchema = z.object({
  clicks: count,
  unique_clicks: count,
  conversions: count,
  unique_conversions: count,
  raw_conversions: count,
  conversion_rate: ratio,
  epc: moneyOrNone,
  bot_clicks: count,
  previous: z
    .object({
      clicks: count,
      unique_clicks: count,
      conversions: count,
      conversion_rate: ratio,
      epc: moneyOrNone,
    })
    .nullable(),
  change: z
    .object({ clicks: ratio, conversions: ratio, conversion_rate: ratio, epc: ratio })
    .nullable(),
});
export type CcData = z.infer<typeof ccDataSchema>;

/** One bucket of the graph: an hour number or a day, and the instant it starts at. Buckets after now hold no figures. */
export const graphPointSchema = z.object({
  date: z.union([z.int(), z.string()]),
  start: instant,
  conversion: count.nullable(),
  clicks: count.nullable(),
  revenue: moneyOrNone,
  partial: z.boolean(),
  previous: z
    .object({ conversion: count.nullable(), clicks: count.nullable(), revenue: moneyOrNone })
    .nullable(),
});
export type GraphPoint = z.infer<typeof graphPointSchema>;

export const clicksSchema = z.object({
  total: count,
  unique: count,
  bots: count,
  series: z.array(
    z.object({
      date: z.union([z.int(), z.string()]),
      start: instant,
      clicks: count.nullable(),
      unique_clicks: count.nullable(),
    }),
  ),
});

export const paymentSchema = z.object({
  affiliate_id: z.int(),
  affid: z.string(),
  project: z.int(),
  project_name: z.string(),
  purchases: count,
  revenue: money,
  refunds: count,
  refund_amount: money,
  net_revenue: money,
  payout: money,
  payout_paid: money,
  payout_due: money,
  aov: moneyOrNone,
  users: count,
  per_user: moneyOrNone,
  currency: z.string(),
  last_payment_at: instant.nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

/** `key` is null for the row of what has no value in this dimension. */
export const tableRowSchema = z.object({
  key: z.string().nullable(),
  label: z.string(),
  child_group_by: z.enum(groupings).nullable(),
  clicks: count,
  unique_clicks: count,
  conversions: count,
  ...totals,
  cost: money,
  payout: money,
  profit: money,
  roas: ratio,
  cpa: moneyOrNone,
  epc: moneyOrNone,
  conversion_rate: ratio,
  share: ratio,
  previous: z.object({ server_revenue: money, conversions: count, cost: money }).nullable(),
});
export type TableRow = z.infer<typeof tableRowSchema>;

const additive = {
  conversions: count,
  clicks: count,
  server_revenue: money,
  server_purchases: count,
  browser_revenue: money,
  browser_purchases: count,
  cost: money,
  payout: money,
};
/** Rows, unattributed and other add up to the total in every additive column. */
export const tableSchema = z.object({
  group_by: z.enum(groupings),
  rows: z.array(tableRowSchema),
  unattributed: z.object(additive),
  other: z.object({ count, ...additive }),
  total: z.object(additive),
});
export type Table = z.infer<typeof tableSchema>;

export const hourlyRowSchema = z.object({ hour: z.string(), affid: z.string(), ...totals });

const placeRow = {
  clicks: count,
  unique_clicks: count,
  conversions: count,
  revenue: money,
  aov: moneyOrNone,
  users: count,
  conversion_rate: ratio,
  share: ratio,
  previous: z.object({ conversions: count, revenue: money }).nullable(),
};
export const countryRowSchema = z.object({
  country: z.string(),
  country_name: z.string(),
  ...placeRow,
});
export const stateRowSchema = z.object({
  country: z.string(),
  country_name: z.string(),
  state: z.string(),
  state_code: z.string(),
  state_name: z.string(),
  ...placeRow,
});

export const revenueRangeSchema = z.object({
  rows: z.array(
    z.object({
      date: z.string(),
      revenue: moneyOrNone,
      cumulative: moneyOrNone,
      previous_date: z.string().nullable(),
      previous_revenue: moneyOrNone,
      previous_cumulative: moneyOrNone,
      partial: z.boolean(),
    }),
  ),
  total: z.object({ revenue: money, previous_revenue: moneyOrNone, change: ratio }),
  first_event_at: instant.nullable(),
});

export const monthRowSchema = z.object({
  hour: z.string(),
  month: z.string(),
  server_revenue: money,
  browser_revenue: money,
  revenue: money,
  server_purchases: count,
  partial: z.boolean(),
});

const funnelStep = z.object({
  order: z.int(),
  name: z.string(),
  event_name: z.string(),
  users: count,
  events: count,
  rate_from_previous: ratio,
  rate_from_start: ratio,
  dropped: count,
  median_seconds: z.number().nullable(),
  revenue: money,
});
export const funnelSchema = z.object({
  funnel: z.object({ slug: z.string(), name: z.string() }),
  ordered: z.boolean(),
  window_minutes: z.int(),
  steps: z.array(funnelStep),
  previous_steps: z.array(funnelStep).nullable(),
});

export const variantsSchema = z.object({
  name: z.string(),
  variants: z.array(z.object({ value: z.string(), label: z.string(), count })),
});

export const definitionSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  unit: z.enum(['count', 'currency', 'ratio']),
  formula: z.string(),
  additive: z.boolean(),
  version: z.int(),
});
export type Definition = z.infer<typeof definitionSchema>;
