import type { ExportedReport, ExportFormat } from '#contract/export.ts';
import type { FigureQuestion } from '#contract/figure-question.ts';
import type { Question, StatesQuestion, TableQuestion } from '#contract/query.ts';
import type { LogQuestion, SummaryQuestion } from './conversion-log.ts';

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
