import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { FoundConversion } from '#contract/conversions/search.ts';
import type { ListPage, PageRequest } from './paged-list.ts';
import type { EmptyReason, Query, Question } from './query.ts';

export type LogQuestion = Query & { filter: LogFilter };
export type SummaryQuestion = Question & {
  /** Only hours or days with server revenue above 0. */
  isEarning: boolean;
};
export type LogRequest = PageRequest<Query, LogFilter>;
/** One page of the conversion log, newest first. */
export type LogPage = ListPage<Conversion> & {
  /** The number of rows on all pages; null on every page but the first. */
  total: number | null;
  /** The time of the server's response. */
  asOf: string;
  /** The reason for an empty page; null when the page has rows. */
  emptyReason: EmptyReason | null;
  /** What the search finds although the page is empty: on other days, or hidden by other filters. */
  elsewhere: FoundConversion[];
};
