import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import {
  linkTestAnswerSchema,
  linkTestSchema,
  trackingLinkSchema,
  trackingLinksQuerySchema,
} from './schemas.ts';

export const trackingLinkEndpoints = {
  listTrackingLinks: {
    method: 'GET',
    path: '/api/v1/tracking-links/',
    summary: 'List the tracking link and the postback address of each affiliate of a project',
    tag: 'affiliates',
    status: 200,
    query: trackingLinksQuerySchema,
    answer: z.array(trackingLinkSchema),
  },
  testTrackingLink: {
    method: 'POST',
    path: '/api/v1/tracking-links/test/',
    summary: 'Click a tracking link as a test, which is not counted, and wait until it has arrived',
    tag: 'affiliates',
    status: 200,
    body: linkTestSchema,
    answer: linkTestAnswerSchema,
  },
} as const satisfies Record<string, Endpoint>;
