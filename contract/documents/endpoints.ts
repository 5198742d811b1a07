import type { Endpoint } from '../endpoint.ts';
import { documentParamsSchema, documentSchema } from './schemas.ts';

export const documentEndpoints = {
  readDocument: {
    method: 'GET',
    path: '/api/v1/documents/:name/',
    summary: 'Read the privacy policy or the terms of this installation, as markdown',
    tag: 'settings',
    status: 200,
    params: documentParamsSchema,
    answer: documentSchema,
  },
} as const satisfies Record<string, Endpoint>;
