import type { Endpoint } from '../endpoint.ts';
import { orderTestAnswerSchema, orderTestSchema } from '../event-pixels/test.ts';
import { pixelStreamQuerySchema, streamMessageSchema } from './stream.ts';

export const pixelEndpoints = {
  /** Server-sent events without end; the answer here is the data of one of them. */
  pixelStream: {
    method: 'GET',
    path: '/api/v1/pixel-stream/',
    summary:
      'Hear of each collected event as it comes in, as server-sent events; `Last-Event-ID` or `since` goes on where a stream broke',
    tag: 'collect',
    status: 200,
    query: pixelStreamQuerySchema,
    answer: streamMessageSchema,
  },
  testOrder: {
    method: 'POST',
    path: '/api/v1/pixel-test/',
    summary: 'Send an order that counts nowhere from the click to the warehouse, hop by hop',
    tag: 'collect',
    status: 200,
    body: orderTestSchema,
    answer: orderTestAnswerSchema,
  },
} as const satisfies Record<string, Endpoint>;
