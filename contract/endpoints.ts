import { accountEndpoints } from './accounts/endpoints.ts';
import { affiliateEndpoints } from './affiliates/endpoints.ts';
import { cubeEndpoints } from './analytics/cube-endpoints.ts';
import { rowEndpoints } from './analytics/lazy-endpoints.ts';
import { apiTokenEndpoints } from './api-tokens/endpoints.ts';
import { auditEndpoints } from './audit/endpoints.ts';
import { billingEndpoints } from './billing/endpoints.ts';
import { collectEndpoints } from './collect/endpoints.ts';
import { conversionEndpoints } from './conversions/endpoints.ts';
import { documentEndpoints } from './documents/endpoints.ts';
import { eventPixelEndpoints } from './event-pixels/endpoints.ts';
import { failedItemEndpoints } from './failed-items/endpoints.ts';
import { earlyEndpoints } from './first-screen-endpoints.ts';
import { funnelDiscoveryEndpoints } from './funnels/discovery-endpoints.ts';
import { funnelEndpoints } from './funnels/endpoints.ts';
import { funnelReportEndpoints } from './funnels/report-endpoints.ts';
import { imageEndpoints } from './images/endpoints.ts';
import { upgradeNoticeEndpoints } from './installation/upgrade-notice-endpoints.ts';
import { inviteEndpoints } from './invites/endpoints.ts';
import { jobEndpoints } from './jobs/endpoints.ts';
import { masterPixelEndpoints } from './master-pixels/endpoints.ts';
import { memberEndpoints } from './members/endpoints.ts';
import { offerEndpoints } from './offers/endpoints.ts';
import { orderTestEndpoints } from './order-test/endpoints.ts';
import { payoutEndpoints } from './payouts/endpoints.ts';
import { projectEndpoints } from './projects/endpoints.ts';
import { splitTestEndpoints } from './split-tests/endpoints.ts';
import { trackingLinkEndpoints } from './tracking-links/endpoints.ts';

/** Every call: the server validates with it, the browser parses with it, and the API page is made from it. */
export const endpoints = {
  ...earlyEndpoints,
  ...accountEndpoints,
  ...upgradeNoticeEndpoints,
  ...imageEndpoints,
  ...documentEndpoints,
  ...affiliateEndpoints,
  ...trackingLinkEndpoints,
  ...projectEndpoints,
  ...rowEndpoints,
  ...cubeEndpoints,
  ...billingEndpoints,
  ...memberEndpoints,
  ...inviteEndpoints,
  ...auditEndpoints,
  ...failedItemEndpoints,
  ...jobEndpoints,
  ...apiTokenEndpoints,
  ...masterPixelEndpoints,
  ...eventPixelEndpoints,
  ...orderTestEndpoints,
  ...funnelEndpoints,
  ...funnelReportEndpoints,
  ...funnelDiscoveryEndpoints,
  ...offerEndpoints,
  ...splitTestEndpoints,
  ...conversionEndpoints,
  ...payoutEndpoints,
  ...collectEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
