import { z } from 'zod';
import { models } from './attribution.ts';
import { groupings } from './dimensions.ts';
import { comparisons } from './report-query.ts';

const count = z.int().meta({ unit: 'count' });
/**
 * A whole number, or up to two decimals where a model divides a conversion among clicks and a row or filter has some of
 * them.
 */
const conversions = z.number().meta({ unit: 'count' });
/** In the project's currency, with its decimals: two, three of a Kuwaiti dinar. */
const money = z.number().meta({ unit: 'currency' });
const moneyOrNone = money.nullable();
/** 0 to 1 (or any factor), eight decimals; null when its base is 0. */
const ratio = z.number().meta({ unit: 'ratio' }).nullable();
const instant = z.string();

const metaSchema = z.object({
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
  /** What the figures leave out; missing with `excluded=0`. */
  excluded: z
    .object({
      bots: count,
      duplicates: conversions,
      tests: count,
      rejected: conversions,
      no_rate: conversions.optional(),
    })
    .optional(),
  approximate: z.array(z.string()),
  definitions_version: z.int(),
  query_ms: z.number(),
});
export type ReportMeta = z.infer<typeof metaSchema>;

export const report = <Data extends z.ZodType>(data: Data) => z.object({ data, meta: metaSchema });

/**
 * The evidence of the figures, with `evidence=1`. `settled`: the share of the conversions of these clicks that should
 * have arrived. `*_low` and `*_high` are the bounds of the figure with a probability of 95 %; null for no bound.
 */
const maturity = {
  settled: ratio.optional(),
  projected_roas: ratio.optional(),
  projected_roas_low: ratio.optional(),
  projected_roas_high: ratio.optional(),
};
const evidence = {
  ...maturity,
  roas_low: ratio.optional(),
  roas_high: ratio.optional(),
  cpa_low: moneyOrNone.optional(),
  cpa_high: moneyOrNone.optional(),
  /** The probability that net revenue exceeds cost and payout; null without cost. */
  profit_probability: ratio.optional(),
  /** The estimated clicks until profit or loss is certain enough; 0 when it is, null when unknown. */
  clicks_to_decide: count.nullable().optional(),
};

/** The row by each attribution model, with `robustness=1`: credit is server revenue, the best rank is 1. */
const robustness = {
  credit_low: money.optional(),
  credit_high: money.optional(),
  ranks: z.partialRecord(z.enum(models), z.int()).optional(),
  /** The number of models by which it earns more than it costs; null without cost. */
  wins: z.int().nullable().optional(),
};

/** The ten figures of the hourly pixel summary; `*_users`, `*_aov` and `*_per*` do not add up over rows. */
const totals = {
  server_revenue: money,
  server_aov: moneyOrNone,
  server_purchases: conversions,
  server_per_user: moneyOrNone,
  server_users: count,
  browser_purchases: conversions,
  browser_aov: moneyOrNone,
  browser_revenue: money,
  browser_per: moneyOrNone,
  browser_users: count,
};

export const rcDataSchema = z.object({
  revenue: money,
  conversions,
  aov: moneyOrNone,
  users: count,
  per_user: moneyOrNone,
  net_revenue: money,
  cost: money,
  payout: money,
  profit: money,
  roas: ratio,
  cpa: moneyOrNone,
  ...evidence,
  ...totals,
  overlap: z.object({
    both: conversions,
    server_only: conversions,
    browser_only: conversions,
    union_purchases: conversions,
    union_revenue: money,
  }),
  /** Conversions, refunds and costs that are not counted because their exchange rate is missing. */
  no_rate: conversions,
  previous: z
    .object({
      revenue: money,
      conversions,
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
  conversions,
  unique_conversions: conversions,
  raw_conversions: conversions,
  conversion_rate: ratio,
  epc: moneyOrNone,
  bot_clicks: count,
  previous: z
    .object({
      clicks: count,
      unique_clicks: count,
      conversions,
      conversion_rate: ratio,
      epc: moneyOrNone,
    })
    .nullable(),
  change: z
    .object({ clicks: ratio, conversions: ratio, conversion_rate: ratio, epc: ratio })
    .nullable(),
});
export type CcData = z.infer<typeof ccDataSchema>;

const graphFigures = z.object({
  conversion: conversions.nullable(),
  clicks: count.nullable(),
  revenue: moneyOrNone,
  /** Null where no cost is known: costs have a day, no hour, and not every dimension that a filter names. */
  cost: moneyOrNone,
});
/** The part of the compared bucket that totals count, where the comparison ends in it or before it. */
const soFar = { previous_so_far: graphFigures.optional() };

/** One bucket of the graph: an hour number or a day, and the instant it starts at. Future buckets have no figures. */
export const graphPointSchema = z.object({
  date: z.union([z.int(), z.string()]),
  start: instant,
  conversion: conversions.nullable(),
  clicks: count.nullable(),
  revenue: moneyOrNone,
  cost: moneyOrNone,
  partial: z.boolean(),
  /** With `evidence=1`: the share of the conversions of this bucket's clicks that should have arrived. */
  settled: ratio.optional(),
  /** The whole compared bucket. */
  previous: graphFigures.nullable(),
  ...soFar,
  /** Hours just before this one that only the compared day has, because of a clock change. */
  lone_previous: z
    .array(
      z.object({
        date: z.int(),
        start: instant,
        ...graphFigures.shape,
        ...soFar,
      }),
    )
    .optional(),
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
  purchases: conversions,
  revenue: money,
  refunds: conversions,
  refund_amount: money,
  /** Corrections, signed: net revenue is revenue less refunds plus corrections. */
  adjustment_amount: money,
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

/** A row by its grouping, with its name. */
const namedRow = z.object({
  group_by: z.enum(groupings),
  key: z.string().nullable(),
  label: z.string(),
});

/** What ad platforms reported with the costs; the last three leave out costs that do not tell it. */
const reported = {
  impressions: count,
  ad_clicks: count,
  cost_with_impressions: money,
  ad_clicks_with_impressions: count,
  cost_with_ad_clicks: money,
};

const clocked = z.object({ conversions, server_revenue: money });

/**
 * `key` is null for the row without a value in this dimension. `conversions`, `revenue` and the figures derived from
 * them are of the chosen side and way of counting; the figures with the name of a side count unique conversions.
 */
export const tableRowSchema = z.object({
  key: z.string().nullable(),
  label: z.string(),
  /** With `parents=1`: the campaign of an ad set; the campaign and ad set of an ad. Opened rows are left out. */
  parents: z.array(namedRow).optional(),
  child_group_by: z.enum(groupings).nullable(),
  clicks: count,
  unique_clicks: count,
  conversions,
  revenue: money,
  /** Revenue less refunds, with corrections. */
  net_revenue: money,
  aov: moneyOrNone,
  users: count,
  per_user: moneyOrNone,
  ...totals,
  cost: money,
  payout: money,
  profit: money,
  roas: ratio,
  cpa: moneyOrNone,
  epc: moneyOrNone,
  roi: ratio,
  /** Profit as a part of revenue. */
  margin: ratio,
  conversion_rate: ratio,
  share: ratio,
  ...reported,
  cpm: moneyOrNone,
  ctr: ratio,
  cpc: moneyOrNone,
  ...evidence,
  conversion_rate_low: ratio.optional(),
  conversion_rate_high: ratio.optional(),
  /** With `evidence=1`: whether the row differs significantly from the table's best row; null for that row itself. */
  separable: z.boolean().nullable().optional(),
  ...robustness,
  /** With `clocks=both`: the same conversions on the days of their clicks. */
  click_clock: clocked.optional(),
  previous: z
    .object({
      server_revenue: money,
      revenue: money,
      conversions,
      clicks: count,
      cost: money,
      profit: money,
      roas: ratio,
    })
    .nullable(),
});
export type TableRow = z.infer<typeof tableRowSchema>;

const additive = {
  conversions,
  clicks: count,
  revenue: money,
  net_revenue: money,
  server_revenue: money,
  server_purchases: conversions,
  browser_revenue: money,
  browser_purchases: conversions,
  cost: money,
  payout: money,
  ...reported,
};
/** Rows, unattributed and other add up to the total in every additive column. */
export const tableSchema = z.object({
  group_by: z.enum(groupings),
  /** The opened rows with their labels. */
  parents: z.array(namedRow).optional(),
  rows: z.array(tableRowSchema),
  unattributed: z.object(additive),
  other: z.object({ count, ...additive }),
  /**
   * With `spent`: the part of `other` that cost money and has less revenue than `min_revenue`; missing where no row
   * does. Its rows come with `spent=rows`, in the order of the others and up to the same limit.
   */
  spent: z.object({ count, ...additive, rows: z.array(tableRowSchema).optional() }).optional(),
  total: z.object(additive),
  /**
   * With `estimated_cost=1`, where costs had to be spread over clicks: `cost`, and all that is computed from it, is an
   * estimate. `without_clicks` is the part whose campaigns had no click on its day, on the row without a value.
   */
  estimate: z.object({ cost: money, without_clicks: money }).optional(),
  /**
   * With `clocks=both`: the conversions of the range whose click is outside it are subtracted, those whose click is in
   * it but which are outside are added, which leads from counting by conversion to counting by click.
   */
  bridge: z
    .object({
      conversion_clock: clocked,
      clicked_before: clocked,
      converted_after: clocked,
      click_clock: clocked,
    })
    .optional(),
});
export type Table = z.infer<typeof tableSchema>;

export const hourlyRowSchema = z.object({ hour: z.string(), affid: z.string(), ...totals });
export type HourlyRow = z.infer<typeof hourlyRowSchema>;

const placeRow = {
  clicks: count,
  unique_clicks: count,
  conversions,
  revenue: money,
  aov: moneyOrNone,
  users: count,
  conversion_rate: ratio,
  share: ratio,
  previous: z.object({ conversions, revenue: money }).nullable(),
};
export const countryRowSchema = z.object({
  country: z.string(),
  country_name: z.string(),
  ...placeRow,
});
export type CountryRow = z.infer<typeof countryRowSchema>;
export const stateRowSchema = z.object({
  country: z.string(),
  country_name: z.string(),
  state: z.string(),
  state_code: z.string(),
  state_name: z.string(),
  ...placeRow,
});
export type StateRow = z.infer<typeof stateRowSchema>;

const bucketLabel = z.union([z.int(), z.string()]);
/** One row for each hour of one day or each day of several, like the graph's points. */
export const revenueRangeSchema = z.object({
  rows: z.array(
    z.object({
      date: bucketLabel,
      start: instant,
      revenue: moneyOrNone,
      cumulative: moneyOrNone,
      previous_date: bucketLabel.nullable(),
      previous_revenue: moneyOrNone,
      previous_cumulative: moneyOrNone,
      partial: z.boolean(),
    }),
  ),
  total: z.object({ revenue: money, previous_revenue: moneyOrNone, change: ratio }),
  first_event_at: instant.nullable(),
});
export type RevenueRange = z.infer<typeof revenueRangeSchema>;

export const monthRowSchema = z.object({
  hour: z.string(),
  month: z.string(),
  server_revenue: money,
  browser_revenue: money,
  revenue: money,
  server_purchases: conversions,
  partial: z.boolean(),
});
export type MonthRow = z.infer<typeof monthRowSchema>;

const funnelStep = z.object({
  order: z.int(),
  name: z.string(),
  event_name: z.string(),
  users: count,
  events: conversions,
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
export type Funnel = z.infer<typeof funnelSchema>;
export type FunnelStep = Funnel['steps'][number];

export const variantsSchema = z.object({
  name: z.string(),
  variants: z.array(z.object({ value: z.string(), label: z.string(), count: count.nullable() })),
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
