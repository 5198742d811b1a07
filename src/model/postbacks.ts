import type { LoggedPostback, PostbackResult } from '#contract/collect/postback-log.ts';
import type { ListPage, PageRequest } from './paged-list.ts';
import type { Query } from './query.ts';

/** What narrows the log beside the days of the selection. */
export type PostbackFilter = {
  /** Null for all of them. */
  result: PostbackResult | null;
  /** The beginning of a click's or a transaction's id. */
  search: string;
};
export type PostbackPage = ListPage<LoggedPostback>;
export type PostbacksAsked = PageRequest<Query, PostbackFilter>;
