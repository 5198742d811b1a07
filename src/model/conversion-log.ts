import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { EmptyReason, Query, Question } from './query.ts';

/** What is typed and not chosen. */
export type LogText = Pick<LogFilter, 'least' | 'search'>;
export type LogQuestion = Query & { filter: LogFilter };
export type SummaryQuestion = Question & {
  /** Only hours or days with server revenue above 0. */
  isEarning: boolean;
};
/** Some rows of the log, newest first. */

export type LogPage = {
  rows: Conversion[];
  /** What the next page is asked for with; null after the last row. */
  next: string | null;
  /** How many there are in all; null on every page but the first. */
  total: number | null;
  /** When the server answered. */
  asOf: string;
  /** Why there are none, where there are none. */
  lack: EmptyReason | null;
};
