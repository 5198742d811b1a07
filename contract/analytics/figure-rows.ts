import { z } from 'zod';
import { cellSchema, integer, reportQuerySchema } from './report-query.ts';

const pageSize = 'Choose from 1 to 500 rows.';

/** A figure of the dashboard: the question that it answers, its name and the cell it stands in. */
export const figureRowsQuerySchema = reportQuerySchema.extend({
  /** A measure, or what a card calls it: `revenue` is the measure of the chosen side. */
  figure: z.string().regex(/^[a-z][a-z0-9_]{0,60}$/, 'Name a figure.'),
  /** The row, bar or area it stands in, as a table opens rows: `campaign_id:238401`, `date:2026-11-20`. */
  cell: cellSchema.optional(),
  limit: integer.pipe(z.int().min(1, pageSize).max(500, pageSize)).default(50),
  /** What `next_cursor` said. */
  cursor: z.string().max(400).optional(),
});
export type FigureRowsQuery = z.infer<typeof figureRowsQuerySchema>;

/** An amount without rounding: rows add up to their figure to the last place. */
const exact = z.string();
const unit = z.enum(['count', 'currency', 'ratio']);

const measure = {
  name: z.string(),
  title: z.string(),
  unit,
  /** None where its base is 0. */
  value: exact.nullable(),
};

/** `event`: one that counts nowhere, as page views of bots do. */
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
  /** What a person knows it by: the order, the click, the ad account. */
  label: z.string().nullable(),
  affid: z.string().nullable(),
  affiliate_name: z.string().nullable(),
  campaign_id: z.string().nullable(),
  campaign_label: z.string().nullable(),
  country: z.string().nullable(),
  /** The part of it that counts here: 1 unless an attribution model shares it. */
  credit: exact,
  /** How many events it was reported by; of a person, how many rows they are in. */
  events: z.int(),
  /** What it adds to the figure. */
  amount: exact,
});
export type FigureRow = z.infer<typeof rowSchema>;

export const leftOutReasons = [
  'test',
  'bot',
  'duplicate',
  'rejected',
  'reversed',
  'no_rate',
  'other_side',
] as const;

const leftOutSchema = z.object({
  reason: z.enum(leftOutReasons),
  rows: z.int(),
  events: z.int(),
  /** What they would have added; null where nobody can say. */
  value: exact.nullable(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

export const figureRowsSchema = z.object({
  figure: z.object({
    ...measure,
    description: z.string(),
    formula: z.string(),
    additive: z.boolean(),
  }),
  /** `parts`: its rows are those of the figures that it is made of. */
  adds: z.enum(['amounts', 'people', 'parts']),
  parts: z.array(z.object(measure)),
  window: z.object({ from: z.string(), to: z.string(), timezone: z.string() }),
  filters: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** Whether these are let in or kept out. */
      only: z.boolean(),
      values: z.array(z.string()),
    }),
  ),
  rows: z.array(rowSchema),
  next_cursor: z.string().nullable(),
  total_rows: z.int(),
  /** Of all rows, not of this page; null where rows do not add up to it. */
  sum: exact.nullable(),
  excluded: z.array(leftOutSchema),
});
export type FigureRows = z.infer<typeof figureRowsSchema>;
