import type { FailedCount, FailedItem } from '#contract/failed-items/schemas.ts';
import type {
  FailedFilter,
  FailedPage,
  FailedQuery,
  Retry,
  RetryResult,
} from '#model/failed-items.ts';
import { type PagedListActor, type PagedListSnapshot, pagedListOf } from '../kit/paged-list.ts';

type FailedItems = {
  row: FailedItem;
  query: FailedQuery;
  filter: FailedFilter;
  page: FailedPage;
  action: Retry;
  result: RetryResult;
};

/** What was set aside in a project, the latest first. Its bulk action tries one item or a whole queue again. */
export const failedItemsMachine = pagedListOf<FailedItems>();

export type FailedItemsActor = PagedListActor<FailedItems>;
export type FailedItemsSnapshot = PagedListSnapshot<FailedItems>;

/** What is being tried again at the moment. */
export const retriedNow = (snapshot: FailedItemsSnapshot): Retry | null =>
  snapshot.matches('acting') ? (snapshot.context.action?.action ?? null) : null;

/** How much is set aside in each queue, as last read. */
export const countsOf = ({ context }: FailedItemsSnapshot): readonly FailedCount[] =>
  context.firstPage?.counts ?? nothing;

const nothing: readonly FailedCount[] = [];
