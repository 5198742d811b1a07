import type { ExportedReport, ExportFormat } from '#contract/analytics/export.ts';
import type { LogQuestion, SummaryQuestion } from './conversion-log.ts';
import type { FigureQuestion } from './figure-rows.ts';
import type { Question, StatesQuestion, TableQuestion } from './query.ts';
import type { ReconcileRequest } from './reconcile.ts';

/** The figures to export and the file format. */

export type ExportRequest = {
  /** The figures' title on the screen. */
  title: string;
  format: ExportFormat;
  /** The visible columns, for tables whose columns can be chosen. */
  columns?: string[];
} & (
  | {
      report: ExportedReport;
      question: Question | TableQuestion | StatesQuestion | SummaryQuestion | FigureQuestion;
    }
  | { report: 'conversions'; question: LogQuestion }
  | { report: 'reconciliation'; question: ReconcileRequest }
);
