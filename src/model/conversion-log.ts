import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { EmptyReason, Query, Question } from './query.ts';

/** The filters that are typed, not picked from a list. */
export type LogText = Pick<LogFilter, 'least' | 'search'>;
export type LogQuestion = Query & { filter: LogFilter };
export type SummaryQuestion = Question & {
  /** Only hours or days with server revenue above 0. */
  isEarning: boolean;
};
/** One page of the conversion log, newest first. */

export type LogPage = {
  rows: Conversion[];
  /** The cursor of the next page; null after the last row. */
  next: string | null;
  /** The number of rows on all pages; null on every page but the first. */
  total: number | null;
  /** The time of the server's response. */
  asOf: string;
  /** The reason for an empty page; null when the page has rows. */
  lack: EmptyReason | null;
};
