import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import { failedItemsQuerySchema, failedItemsSchema } from './schemas.ts';

export const failedItemEndpoints = {
  failedItems: {
    method: 'GET',
    path: '/api/v1/failed-items/',
    summary: 'List what was set aside because it failed, latest first',
    tag: 'failed items',
    status: 200,
    query: failedItemsQuerySchema,
    answer: failedItemsSchema,
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
} as const satisfies Record<string, Endpoint>;
