import { z } from 'zod';
import { defaultAttribution, longestLookback } from '../analytics/attribution.ts';
import { byDimension, originFilters } from '../analytics/dimensions.ts';
import { exportQuerySchema } from '../analytics/export.ts';
import { flag, integer, list, reportQuerySchema } from '../analytics/report-query.ts';

export const conversionRecords = ['conversion', 'refund', 'adjustment'] as const;
export const conversionStatuses = ['pending', 'approved', 'rejected', 'reversed'] as const;
/** Which sides reported a conversion. */
export const pairings = ['server_only', 'both', 'browser_only'] as const;
/** What matched the two sides of a conversion. */
export const pairedBy = ['event_id', 'fallback'] as const;
/** Why a conversion is not counted; `none` for counted ones. */
export const exclusions = ['rejected', 'reversed', 'no_rate'] as const;

const some = <Value extends string>(values: readonly Value[]) =>
  list
    .refine(
      (items): items is Value[] => items.every((item) => values.some((value) => value === item)),
      `Choose from ${values.join(', ')}.`,
    )
    .optional();

const amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/, 'Enter an amount.');

const { affiliate_id, project_id, start_date, end_date, timezone, offer_ids, countries, as_of } =
  reportQuerySchema.shape;
const origins = reportQuerySchema.pick(byDimension(originFilters, () => true as const)).shape;

/** The hourly or daily summary takes the parameters of every dashboard report. */
export const conversionSummaryQuerySchema = reportQuerySchema.extend({
  /** Hourly for one day and daily for a longer range, unless set here. */
  granularity: z.enum(['hour', 'day']).optional(),
  /** Hours or days of an affiliate with at least this much server revenue; 0 for all of them. */
  min_revenue: amount.default('0.01'),
});
export type ConversionSummaryQuery = z.infer<typeof conversionSummaryQuerySchema>;

/** The conversions of a selection and its days, each on its own day and with the stored credit. */
export const conversionSelectionSchema = z.strictObject({
  affiliate_id,
  project_id,
  start_date,
  end_date,
  timezone,
  offer_ids,
  countries,
  as_of,
  ...origins,
});
export type ConversionSelection = z.infer<typeof conversionSelectionSchema>;

export const conversionFilterSchema = conversionSelectionSchema.extend({
  record: some(conversionRecords),
  status: some(conversionStatuses),
  pairing: some(pairings),
  dedup_method: some(pairedBy),
  excluded_reason: some([...exclusions, 'none']),
  /** Whether a click earned the conversion. */
  attributed: flag.optional(),
  /** Whether the values of the two sides differ. */
  mismatch: flag.optional(),
  /** The first characters of the id of the conversion, its order, its event or its click. */
  search: z.string().trim().min(1, 'Enter the beginning of an id.').max(200).optional(),
  min_revenue: amount.default('0'),
});
export type ConversionFilter = z.infer<typeof conversionFilterSchema>;

const pageSize = 'Choose from 1 to 500 rows.';

export const conversionLogQuerySchema = conversionFilterSchema.extend({
  limit: integer.pipe(z.int().min(1, pageSize).max(500, pageSize)).default(50),
  /** The `X-Next-Cursor` of the previous page. */
  cursor: z.string().max(300).optional(),
  /** 0 leaves out `X-Total-Count`, which only the first page has. */
  total: flag.default(true),
});

/** The conversion log as a file. */
export const conversionExportQuerySchema = conversionFilterSchema.extend({
  format: exportQuerySchema.shape.format,
  part: exportQuerySchema.shape.part,
  separator: exportQuerySchema.shape.separator,
  columns: exportQuerySchema.shape.columns,
});

const days = `Choose from 1 to ${longestLookback} days.`;

export const conversionDetailQuerySchema = z.strictObject({
  lookback_days: integer
    .pipe(z.int().min(1, days).max(longestLookback, days))
    .default(defaultAttribution.lookbackDays),
});
