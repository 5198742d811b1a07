import { z } from 'zod';
import { byId, type Endpoint } from '../endpoint.ts';
import { offerSchema } from './schemas.ts';

export const offerIdEndpoints = {
  offerIds: {
    method: 'GET',
    path: '/api/v1/offer-ids/',
    summary: 'List the offers of a project',
    tag: 'projects',
    status: 200,
    query: z.strictObject({ project_id: byId.shape.id }),
    answer: z.array(offerSchema),
  },
} as const satisfies Record<string, Endpoint>;
