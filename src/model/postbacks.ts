import type { LoggedPostback, PostbackResult } from '#contract/collect/postback-log.ts';
import type { ListPage, PageRequest } from './paged-list.ts';
import type { Query } from './query.ts';

/** The filters of the postback log; its days come from the selection. */
export type PostbackFilter = {
  /** Null for every result. */
  result: PostbackResult | null;
  /** The first characters of a click id or a transaction id. */
  search: string;
};
export type PostbackPage = ListPage<LoggedPostback>;
export type PostbacksRequest = PageRequest<Query, PostbackFilter>;
