import type { ExportedReport, ExportFormat } from '#contract/analytics/export.ts';
import type { CsvSeparator } from '#contract/table-file.ts';
import type { LogQuestion, SummaryQuestion } from './conversion-log.ts';
import type { FigureQuestion } from './figure-rows.ts';
import type { Question, StatesQuestion, TableQuestion } from './query.ts';
import type { ReconcileRequest } from './reconcile.ts';

/** The form of a file; only a CSV has a separator. */
export type FileForm = { format: ExportFormat; separator?: CsvSeparator };

/** The figures to export and the form of their file. */
export type ExportRequest = FileForm & {
  /** The figures' title on the screen. */
  title: string;
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
