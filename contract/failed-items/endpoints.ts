import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  failedCountsQuerySchema,
  failedCountsSchema,
  failedItemsQuerySchema,
  failedItemsSchema,
  retriedSchema,
  retryQueueSchema,
} from './schemas.ts';

export const failedItemEndpoints = {
  failedItems: {
    method: 'GET',
    path: '/api/v1/failed-items/',
    summary:
      'List what was set aside because it failed, latest first; X-Next-Cursor leads to the next page',
    tag: 'failed items',
    status: 200,
    query: failedItemsQuerySchema,
    answer: failedItemsSchema,
  },
  failedCounts: {
    method: 'GET',
    path: '/api/v1/failed-items/counts/',
    summary: 'Count what was set aside, by queue',
    tag: 'failed items',
    status: 200,
    query: failedCountsQuerySchema,
    answer: failedCountsSchema,
  },
  retryFailedItem: {
    method: 'POST',
    path: '/api/v1/failed-items/:id/retry/',
    summary: 'Try again what was set aside',
    tag: 'failed items',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: z.strictObject({}),
  },
  retryFailedQueue: {
    method: 'POST',
    path: '/api/v1/failed-items/retry/',
    summary: 'Try again everything of a queue that was set aside',
    tag: 'failed items',
    status: 200,
    body: retryQueueSchema,
    answer: retriedSchema,
  },
} as const satisfies Record<string, Endpoint>;
