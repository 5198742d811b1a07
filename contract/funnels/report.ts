import { z } from 'zod';
import { type StoredDimension, storedDimensions } from '../analytics/dimensions.ts';
import { affiliates, integer, list } from '../analytics/report-query.ts';
import { daySchema } from '../period.ts';
import { longestSlug } from '../slug.ts';
import { csvPartSchema, csvSeparatorSchema, spreadsheetFormats } from '../table-file.ts';
import { timezoneSchema } from '../time-zone.ts';
import { eventFiltersSchema, longestFunnelName, longestValue } from './definition.ts';
import { funnelSchema, funnelStatuses } from './schemas.ts';

/** By what the people of a report can be divided: the value of the event with which their attempt began. */
export const funnelBreakdowns = storedDimensions;
export type FunnelBreakdown = StoredDimension;

const days = {
  /** Days of the time zone, both included. The end may not lie before the start. */
  start: daySchema,
  end: daySchema,
  timezone: timezoneSchema,
};
const scope = {
  project_id: integer,
  affiliate_id: list.pipe(affiliates.min(1, 'Name the affiliates, or “all”.')).default(['all']),
};

/** Text of a query that holds JSON, such as `[{"property":"country","operator":"in","values":["US"]}]`. */
const filters = z
  .string()
  .max(8_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Write the filters as JSON.' });
      return z.NEVER;
    }
  })
  .pipe(eventFiltersSchema)
  .optional();

export const funnelQuerySchema = z.strictObject({ ...scope, ...days, filters });

export const funnelComparisons = ['none', 'previous', 'custom'] as const;
export const funnelReportQuerySchema = funnelQuerySchema.extend({
  breakdown: z.enum(funnelBreakdowns).optional(),
  compare: z.enum(funnelComparisons).default('none'),
  compare_start: daySchema.optional(),
  compare_end: daySchema.optional(),
});
export type FunnelReportQuery = z.infer<typeof funnelReportQuerySchema>;

const count = z.int();
const ratio = z.number().nullable();
const money = z.number().nullable();
const milliseconds = z.int().nullable();

const healthStates = ['ok', 'low', 'silent', 'unknown'] as const;
/**
 * Whether the events of a step arrive as usual. `low` and `silent`: far fewer came, twice in a row, than at the same
 * hours of earlier weeks. `unknown`: there is too little to compare with.
 */
export const stepHealthSchema = z.object({
  state: z.enum(healthStates),
  /** Since when no event of the step came, if it is silent. */
  since: z.string().nullable(),
  /** What came and what was expected in the last window. */
  seen: count.nullable(),
  expected: z.number().nullable(),
  checked_at: z.string().nullable(),
});
export type StepHealth = z.infer<typeof stepHealthSchema>;

export const reportStepSchema = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.string(),
  optional: z.boolean(),
  /** People whose attempt reached this step. */
  reached: count,
  /** Of the people at the required step before; null for the first step. */
  step_rate: ratio,
  overall_rate: ratio,
  /** The bounds of chance of the step rate: Wilson, 80 %. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** People at the required step before who did not come here; of an optional step, who skipped it. */
  dropped: count,
  /** Of those who came, the time from the required step before, in milliseconds. */
  median_ms: milliseconds,
  p90_ms: milliseconds,
  cost_per_person: money,
  /** Revenue of the people who reached the step, for each of them. */
  value_per_person: money,
  /**
   * What the people who left before this step would have been worth: dropped × value of those who came. Null for a
   * silent step: people may have come unseen.
   */
  revenue_at_stake: money,
  last_event_at: z.string().nullable(),
  health: stepHealthSchema,
});
export type ReportStep = z.infer<typeof reportStepSchema>;

export const funnelTotalsSchema = z.object({
  entered: count,
  converted: count,
  rate: ratio,
  /** People all of whose attempts were void: they neither entered nor dropped. */
  excluded: count,
  /** Entries that may still get further, because their window has not closed. */
  open: count,
  /** Null where no step takes the project's conversion; so are all figures made of it. */
  revenue: money,
  cost: money,
  epc: money,
  cpa: money,
  roas: ratio,
});
export type FunnelTotals = z.infer<typeof funnelTotalsSchema>;

const figuresSchema = z.object({
  steps: z.array(reportStepSchema.omit({ health: true, last_event_at: true })),
  totals: funnelTotalsSchema,
});

export const funnelReportSchema = z.object({
  funnel: z.object({ slug: z.string(), name: z.string(), version: z.int() }),
  count_by: z.string(),
  currency: z.string(),
  window_minutes: z.int(),
  period: z.object({ start: z.string(), end: z.string(), timezone: z.string() }),
  /** The moment up to which all events are counted. */
  as_of: z.string(),
  steps: z.array(reportStepSchema),
  totals: funnelTotalsSchema,
  /** The same figures for each value, the most entries first; the last row is what remains. */
  breakdown: z
    .array(
      figuresSchema.extend({ key: z.string().nullable(), label: z.string(), is_rest: z.boolean() }),
    )
    .nullable(),
  compared: figuresSchema
    .extend({
      period: z.object({ start: z.string(), end: z.string() }),
      /** How likely so large a difference of the overall rates is by chance alone: two proportions. */
      p_value: ratio,
    })
    .nullable(),
});
export type FunnelReport = z.infer<typeof funnelReportSchema>;

export const funnelTrendQuerySchema = funnelQuerySchema.extend({
  interval: z.enum(['day', 'week']).default('day'),
});
export const funnelTrendSchema = z.object({
  interval: z.enum(['day', 'week']),
  buckets: z.array(
    z.object({
      /** The first day of the bucket in the zone of the query. */
      day: z.string(),
      entered: count,
      /** People of the bucket at each step, in the order of the steps. */
      reached: z.array(count),
      converted: count,
      rate: ratio,
      open: count,
      revenue: money,
    }),
  ),
});
export type FunnelTrend = z.infer<typeof funnelTrendSchema>;

export const timeToConvertQuerySchema = funnelQuerySchema.extend({
  from_step: z.string().max(longestSlug).optional(),
  to_step: z.string().max(longestSlug).optional(),
});
export const timeToConvertSchema = z.object({
  from_step: z.string(),
  to_step: z.string(),
  people: count,
  median_ms: milliseconds,
  p90_ms: milliseconds,
  /** `from_ms` ≤ time < `to_ms`; the last bin includes its end. */
  bins: z.array(z.object({ from_ms: z.int(), to_ms: z.int(), people: count })),
});
export type TimeToConvert = z.infer<typeof timeToConvertSchema>;

export const outcomes = ['reached', 'dropped', 'converted', 'excluded', 'open'] as const;
export type Outcome = (typeof outcomes)[number];
const peopleFields = {
  /** The step that people reached, or before which they dropped; by default the first, or for `dropped` the second. */
  step: z.string().max(longestSlug).optional(),
  outcome: z.enum(outcomes).default('reached'),
  breakdown: z.enum(funnelBreakdowns).optional(),
  /** Only people whose attempt began with this value; empty for those without one. */
  breakdown_value: z.string().max(longestValue).optional(),
};
export const funnelPeopleQuerySchema = funnelQuerySchema.extend({
  ...peopleFields,
  cursor: z.string().max(200).optional(),
  page_size: integer.pipe(z.int().min(1).max(200)).default(50),
  /** A file of at most 50,000 people instead of a page. */
  format: z.enum(['json', ...spreadsheetFormats]).default('json'),
  part: csvPartSchema,
  separator: csvSeparatorSchema,
});
export type FunnelPeopleQuery = z.infer<typeof funnelPeopleQuerySchema>;

export const funnelPersonSchema = z.object({
  person: z.string(),
  entered_at: z.string(),
  /** The slug of the furthest step, and when it was taken. */
  furthest_step: z.string(),
  furthest_at: z.string(),
  /** When each required step was taken, in their order. */
  step_times: z.array(z.string()),
  click_id: z.string().nullable(),
  affid: z.string().nullable(),
  channel: z.string().nullable(),
  campaign_id: z.string().nullable(),
  campaign: z.string().nullable(),
  country: z.string().nullable(),
  device: z.string().nullable(),
  revenue: money,
  converted: z.boolean(),
  open: z.boolean(),
});
export type FunnelPerson = z.infer<typeof funnelPersonSchema>;

export const opportunitiesSchema = z.object({
  /** Whether a step takes the project's conversion; if not, steps are ranked by the people who would convert more. */
  is_paid: z.boolean(),
  steps: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      rate: z.number(),
      /** The rate that is expected or that a quarter of the larger groups exceed. */
      benchmark: z.number().nullable(),
      benchmark_from: z.enum(['expected', 'groups']).nullable(),
      /** The breakdown whose groups give the benchmark. */
      breakdown: z.enum(funnelBreakdowns).nullable(),
      /** Revenue of the period if the step reached its benchmark; null without a benchmark or without people there. */
      gain: money,
      /** People of the period who would convert more if the step reached its benchmark. */
      gain_converted: z.number().nullable(),
      /** Revenue of the period for one percentage point more. */
      one_point: money,
      /** People of the period who would convert more for one percentage point more. */
      one_point_converted: z.number().nullable(),
      reached_before: count,
      value_per_person: money,
    }),
  ),
  /** Steps left out because their events do not arrive. */
  silent: z.array(z.object({ slug: z.string(), name: z.string() })),
});
export type Opportunities = z.infer<typeof opportunitiesSchema>;

export const funnelListQuerySchema = z.strictObject({
  project_id: integer,
  search: z.string().trim().max(longestFunnelName).optional(),
  status: z.enum(funnelStatuses).optional(),
  cursor: z.string().max(200).optional(),
  page_size: integer.pipe(z.int().min(1).max(200)).default(50),
});
export const funnelFiguresQuerySchema = z.strictObject({ ...scope, ...days });

/** The figures of a row of the list, read for each funnel by itself so that the first row appears at once. */
export const funnelFiguresSchema = z.object({
  slug: z.string(),
  totals: funnelTotalsSchema,
  currency: z.string(),
  previous_rate: ratio,
  /** The overall rate of each day. */
  trend: z.array(z.object({ day: z.string(), rate: ratio, open: count })),
  /** The step that fell most against the period before; null where none fell. */
  worst_step: z
    .object({ slug: z.string(), name: z.string(), rate: z.number(), change: z.number().nullable() })
    .nullable(),
  health: z.array(stepHealthSchema.extend({ slug: z.string(), name: z.string() })),
});
export type FunnelFigures = z.infer<typeof funnelFiguresSchema>;

export const funnelRowSchema = funnelSchema.omit({ published: true }).extend({
  is_published: z.boolean(),
});
export type FunnelRow = z.infer<typeof funnelRowSchema>;
