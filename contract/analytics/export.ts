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

/** The report and the file format. All other parameters are those of that report. */
export const exportQuerySchema = z
  .object({
    report: z.enum(exportedReports, 'This report cannot be exported.'),
    format: z.enum(exportFormats, `Choose one of ${exportFormats.join(', ')}.`).default('csv'),
    /** The figures in this order, after the columns that name a row. If missing, all figures. */
    columns: list.optional(),
  })
  .catchall(z.union([text, z.array(text)]));

/**
 * A leading apostrophe escapes a text that a spreadsheet would run as a formula, also after invisible characters. A
 * text that begins with an apostrophe is escaped too, so that removing one leading apostrophe from every text restores
 * all of them.
 */
const risky =
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*['=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\t\r\n]/u;
export const escapeFormula = (text: string): string => (risky.test(text) ? `'${text}` : text);
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") ? text.slice(1) : text;
