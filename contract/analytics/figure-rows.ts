import { z } from 'zod';
import { cellSchema, integer, reportQuerySchema } from './report-query.ts';

const pageSize = 'Choose from 1 to 500 rows.';

/** A figure of the dashboard: its report query, its name and its cell. */
export const figureRowsQuerySchema = reportQuerySchema.extend({
  /** A measure, or its name on a card: `revenue` is the measure of the chosen side. */
  figure: z.string().regex(/^[a-z][a-z0-9_]{0,60}$/, 'Name a figure.'),
  /**
   * The row, bar or area of the figure, in the format of opened table rows: `campaign_id:238401`, `date:2026-11-20`.
   */
  cell: cellSchema.optional(),
  limit: integer.pipe(z.int().min(1, pageSize).max(500, pageSize)).default(50),
  /** The `next_cursor` of the previous page. */
  cursor: z.string().max(400).optional(),
});
export type FigureRowsQuery = z.infer<typeof figureRowsQuerySchema>;

/** An amount without rounding, so that rows add up to their figure exactly. */
const exact = z.string();
const unit = z.enum(['count', 'currency', 'ratio']);

const measure = {
  name: z.string(),
  title: z.string(),
  unit,
  /** Null when its base is 0. */
  value: exact.nullable(),
};

/** `event`: an event of another kind, such as a page view in the funnel or of a bot. */
export const rowKinds = [
  'click',
  'conversion',
  'refund',
  'correction',
  'cost',
  'person',
  'event',
] as const;

const rowSchema = z.object({
  kind: z.enum(rowKinds),
  id: z.string(),
  project_id: z.int(),
  time: z.string(),
  side: z.enum(['server', 'browser']).nullable(),
  /** The display name: the order, the click, the ad account. */
  label: z.string().nullable(),
  affid: z.string().nullable(),
  affiliate_name: z.string().nullable(),
  campaign_id: z.string().nullable(),
  campaign_label: z.string().nullable(),
  country: z.string().nullable(),
  /** The share of the row that counts here: 1 unless an attribution model divides it. */
  credit: exact,
  /** How many events reported the row; of a person, how many rows they are in. */
  events: z.int(),
  /** What the row adds to the figure. */
  amount: exact,
});
export type FigureRow = z.infer<typeof rowSchema>;

export const exclusionReasons = [
  'test',
  'bot',
  'duplicate',
  'rejected',
  'reversed',
  'no_rate',
  'other_side',
] as const;

const leftOutSchema = z.object({
  reason: z.enum(exclusionReasons),
  rows: z.int(),
  events: z.int(),
  /** What the rows would have added; null where that is unknown. */
  value: exact.nullable(),
});
export type ExcludedRows = z.infer<typeof leftOutSchema>;

export const figureRowsSchema = z.object({
  figure: z.object({
    ...measure,
    description: z.string(),
    formula: z.string(),
    additive: z.boolean(),
  }),
  /** `parts`: the figure has no rows; the figures in `parts`, from which it is computed, have their own. */
  adds: z.enum(['amounts', 'people', 'parts']),
  parts: z.array(z.object(measure)),
  window: z.object({ from: z.string(), to: z.string(), timezone: z.string() }),
  filters: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** True for included values, false for excluded ones. */
      only: z.boolean(),
      values: z.array(z.string()),
    }),
  ),
  rows: z.array(rowSchema),
  next_cursor: z.string().nullable(),
  total_rows: z.int(),
  /** Over all rows, not only this page; null where rows do not add up to it. */
  sum: exact.nullable(),
  excluded: z.array(leftOutSchema),
});
export type FigureRows = z.infer<typeof figureRowsSchema>;
