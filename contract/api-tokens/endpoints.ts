import { z } from 'zod';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  apiTokenSchema,
  apiTokensQuerySchema,
  createdApiTokenSchema,
  newApiTokenSchema,
} from './schemas.ts';

const text = z.string();

export const apiTokenEndpoints = {
  listApiTokens: {
    method: 'GET',
    path: '/api/v1/api-tokens/',
    summary: 'List the API tokens of a project',
    tag: 'API tokens',
    status: 200,
    query: apiTokensQuerySchema,
    answer: z.array(apiTokenSchema),
  },
  createApiToken: {
    method: 'POST',
    path: '/api/v1/api-tokens/',
    summary: 'Create an API token; only this response contains it',
    tag: 'API tokens',
    status: 201,
    body: newApiTokenSchema,
    answer: createdApiTokenSchema,
  },
  revokeApiToken: {
    method: 'DELETE',
    path: '/api/v1/api-tokens/:id/',
    summary: 'Revoke an API token; it stops working at once',
    tag: 'API tokens',
    status: 200,
    params: byId,
    answer: text,
  },
} as const satisfies Record<string, Endpoint>;
