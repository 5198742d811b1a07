import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { FailedPage, FailedRequest, RetryRequest, RetryResult } from '#model/failed-items.ts';
import type { Api } from '../kit/api.ts';

/** `GET failed-items/`, and with the first page `GET failed-items/counts/`. */
export const readFailedItems = (api: Api): PromiseActorLogic<FailedPage, FailedRequest> =>
  fromPromise(async ({ input: { query, filter, cursor }, signal }) => {
    const { project } = query;
    if (project === null) return { rows: [], next: null, counts: [] };
    const [page, counts] = await Promise.all([
      api.page('failedItems', {
        query: { project, queue: filter.queue ?? undefined, cursor: cursor ?? undefined },
        signal,
      }),
      cursor === null ? api.call('failedCounts', { query: { project }, signal }) : [],
    ]);
    return { rows: page.rows, next: page.headers.get('X-Next-Cursor'), counts };
  });

/** `POST failed-items/{id}/retry/` or, for a whole queue, `POST failed-items/retry/`. */
export const retryFailed = (api: Api): PromiseActorLogic<RetryResult, RetryRequest> =>
  fromPromise(async ({ input: { action }, signal }) => {
    if (action.kind === 'item') {
      await api.call('retryFailedItem', { params: { id: action.item.id }, body: {}, signal });
      return { retried: 1, remaining: 0, reason: null, refused: [] };
    }
    const { project, queue } = action;
    const body = { project, queue };
    const retried = await api.call('retryFailedQueue', { body, signal });
    return { ...retried, refused: [] };
  });
