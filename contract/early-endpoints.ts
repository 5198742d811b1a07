import { sessionEndpoints } from './accounts/session-endpoints.ts';
import { analyticsEndpoints } from './analytics/endpoints.ts';
import { annotationEndpoints } from './annotations/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { offerEndpoints } from './offers/endpoints.ts';
import { currentProjectEndpoints } from './projects/current-endpoints.ts';
import { savedViewEndpoints } from './saved-views/endpoints.ts';
import { settingsEndpoints } from './settings/endpoints.ts';

/** The calls of a member's first screen. Their schemas come with it; those of all other calls come with the first of them. */
export const earlyEndpoints = {
  ...sessionEndpoints,
  ...currentProjectEndpoints,
  ...settingsEndpoints,
  ...offerEndpoints,
  ...savedViewEndpoints,
  ...annotationEndpoints,
  ...analyticsEndpoints,
} as const satisfies Record<string, Endpoint>;
