import { sessionEndpoints } from './accounts/session-endpoints.ts';
import { analyticsEndpoints } from './analytics/endpoints.ts';
import { annotationEndpoints } from './annotations/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { settingsEndpoints } from './installation/endpoints.ts';
import { offerIdEndpoints } from './offers/first-screen-endpoints.ts';
import { currentProjectEndpoints } from './projects/first-screen-endpoints.ts';
import { savedViewEndpoints } from './saved-views/endpoints.ts';

/**
 * The calls of a member's first screen. Their schemas load with it; all other schemas load with the first
 * other call.
 */
export const earlyEndpoints = {
  ...sessionEndpoints,
  ...currentProjectEndpoints,
  ...settingsEndpoints,
  ...offerIdEndpoints,
  ...savedViewEndpoints,
  ...annotationEndpoints,
  ...analyticsEndpoints,
} as const satisfies Record<string, Endpoint>;
