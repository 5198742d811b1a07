import { z } from 'zod';
import { byId, type Endpoint } from '../endpoint.ts';
import { affiliateChangeSchema, affiliateSchema, newAffiliateSchema } from './schemas.ts';

export const affiliateEndpoints = {
  listAffiliates: {
    method: 'GET',
    path: '/api/v1/affiliates/',
    summary: 'List the affiliates of a project',
    tag: 'affiliates',
    status: 200,
    query: z.strictObject({ project: byId.shape.id.optional() }),
    answer: z.array(affiliateSchema),
  },
  createAffiliate: {
    method: 'POST',
    path: '/api/v1/affiliates/',
    summary: 'Create an affiliate',
    tag: 'affiliates',
    status: 201,
    body: newAffiliateSchema,
    answer: affiliateSchema,
  },
  readAffiliate: {
    method: 'GET',
    path: '/api/v1/affiliates/:id/',
    summary: 'Read an affiliate',
    tag: 'affiliates',
    status: 200,
    params: byId,
    answer: affiliateSchema,
  },
  changeAffiliate: {
    method: 'PUT',
    path: '/api/v1/affiliates/:id/',
    summary: 'Change an affiliate',
    tag: 'affiliates',
    status: 200,
    params: byId,
    body: affiliateChangeSchema,
    answer: affiliateSchema,
  },
} as const satisfies Record<string, Endpoint>;
