import type { FailedCount, FailedItem, FailedQueue } from '#contract/failed-items/schemas.ts';
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

/** The queue of all items on screen; null where there are several. */
export function shownQueue(snapshot: FailedItemsSnapshot): FailedQueue | null {
  const [only, ...others] = countsOf(snapshot);
  const { queue } = snapshot.context.filter;
  return queue ?? (only && others.length === 0 ? only.queue : null);
}

const nothing: readonly FailedCount[] = [];
