import type {
  FailedCount,
  FailedItem,
  FailedQueue,
  Retried,
} from '#contract/failed-items/schemas.ts';
import type { ActionRequest, ActionResult, ListPage, PageRequest } from './paged-list.ts';

/** Without a project, or for a role that may not see failed items, nothing is read. */
export type FailedQuery = { project: number | null };
/** Null shows all queues. */
export type FailedFilter = { queue: FailedQueue | null };
/** Only the first page has the counts of the queues. */
export type FailedPage = ListPage<FailedItem> & { counts: FailedCount[] };

/** What to try again: one item, or all of a queue. */
export type Retry =
  | { kind: 'item'; item: FailedItem }
  | { kind: 'queue'; project: number; queue: FailedQueue };
export type RetryResult = ActionResult & Retried;

export type FailedRequest = PageRequest<FailedQuery, FailedFilter>;
export type RetryRequest = ActionRequest<FailedQuery, FailedFilter, Retry>;
