import { z } from 'zod';
import { csvPartSchema, csvSeparatorSchema } from '../table-file.ts';

export const exportFormats = ['csv', 'xlsx', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The reports that can be exported, each by the last part of its path; `totals` is rc-data and cc-data in one. */
export const exportedReports = [
  'totals',
  'rc-data',
  'rc-chart-data',
  'cc-data',
  'clicks',
  'rc-table-data',
  'bq-data',
  'conversion-summary',
  'country-breakdown',
  'states-breakdown',
  'weekday-hours',
  'revenue-date-range',
  'revenue-last-year',
  'funnel-analysis-data',
  'rc-payment-data',
  'all-rc-payment-data',
  'figure-rows',
  'conversion-ledger',
] as const;
export type ExportedReport = (typeof exportedReports)[number];

const text = z.string();
const list = z
  .union([text, z.array(text)])
  .transform((input) => [input].flat().flatMap((item) => item.split(',')));

/** The report and the file format. All other parameters are those of that report. */
export const exportQuerySchema = z
  .object({
    report: z.enum(exportedReports, 'This report cannot be exported.'),
    format: z.enum(exportFormats, `Choose one of ${exportFormats.join(', ')}.`).default('csv'),
    part: csvPartSchema,
    separator: csvSeparatorSchema,
    /** The figures in this order, after the columns that name a row. If missing, all figures. */
    columns: list.optional(),
  })
  .catchall(z.union([text, z.array(text)]));
