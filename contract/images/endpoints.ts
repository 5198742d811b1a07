import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { imageParams } from './schemas.ts';

export const imageEndpoints = {
  readImage: {
    method: 'GET',
    path: '/api/v1/images/:name/',
    summary: 'A picture of a person or a company, by its secret name',
    tag: 'accounts',
    status: 200,
    params: imageParams,
    answer: z.unknown(),
  },
} as const satisfies Record<string, Endpoint>;
