import { z } from 'zod';

export const exportFormats = ['csv', 'json', 'parquet'] as const;
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

/** Which report as which file. Everything else is the query of that report, by whose rules it is read. */
export const exportQuerySchema = z
  .object({
    report: z.enum(exportedReports, 'This report cannot be exported.'),
    format: z.enum(exportFormats, `Choose one of ${exportFormats.join(', ')}.`).default('csv'),
    /** Which figures, in this order; what names a row always stands before them. All of them when left out. */
    columns: list.optional(),
  })
  .catchall(z.union([text, z.array(text)]));

/**
 * A text that a spreadsheet would take for a formula is written with an apostrophe before it, and so is a text that
 * begins with an apostrophe: whoever takes one away from every text that begins with one has all texts as they were.
 */
const risky = /^[\s\p{Cc}]*['=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
export const guarded = (text: string): string => (risky.test(text) ? `'${text}` : text);
export const unguarded = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);
