import type { Endpoint } from '../endpoint.ts';
import { orderTestAnswerSchema, orderTestSchema } from './schemas.ts';

export const orderTestEndpoints = {
  testOrder: {
    method: 'POST',
    path: '/api/v1/pixel-test/',
    summary: 'Send a test order, which is not counted, from the click to the warehouse, hop by hop',
    tag: 'collect',
    status: 200,
    body: orderTestSchema,
    answer: orderTestAnswerSchema,
  },
} as const satisfies Record<string, Endpoint>;
