import type { ExportedReport, ExportFormat } from '#contract/analytics/export.ts';
import type { LogQuestion, SummaryQuestion } from './conversion-log.ts';
import type { FigureQuestion } from './figure-rows.ts';
import type { Question, StatesQuestion, TableQuestion } from './query.ts';

/** Which figures of a screen as which file. */

export type ExportRequest = {
  /** What the figures are called on the screen. */
  title: string;
  format: ExportFormat;
  /** The figures that are shown, where a person chooses them. */
  columns?: string[];
} & (
  | {
      report: ExportedReport;
      question: Question | TableQuestion | StatesQuestion | SummaryQuestion | FigureQuestion;
    }
  | { report: 'conversions'; question: LogQuestion }
);
