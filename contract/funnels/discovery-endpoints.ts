import type { Endpoint } from '../endpoint.ts';
import {
  detectedFunnelsSchema,
  detectQuerySchema,
  eventCatalogQuerySchema,
  eventCatalogSchema,
  funnelPreviewAnswerSchema,
  funnelPreviewSchema,
} from './discovery.ts';

const tag = 'funnels';

/** What helps to define a funnel: recorded events, suggestions, and what a draft would count. */
export const funnelDiscoveryEndpoints = {
  funnelPreview: {
    method: 'POST',
    path: '/api/v1/funnel-preview/',
    summary: 'What a draft would have counted in the last days; stores nothing',
    tag,
    status: 200,
    body: funnelPreviewSchema,
    answer: funnelPreviewAnswerSchema,
  },
  eventCatalog: {
    method: 'GET',
    path: '/api/v1/event-catalog/',
    summary: 'The recorded events with their properties and most frequent values',
    tag,
    status: 200,
    query: eventCatalogQuerySchema,
    answer: eventCatalogSchema,
  },
  detectFunnels: {
    method: 'GET',
    path: '/api/v1/funnel-suggestions/',
    summary: 'Funnels that the recorded events suggest, the most frequent first',
    tag,
    status: 200,
    query: detectQuerySchema,
    answer: detectedFunnelsSchema,
  },
} as const satisfies Record<string, Endpoint>;
