import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

const upgradeNoticeParams = z.strictObject({
  id: z.string().regex(/^[a-z\d-]{1,64}$/, 'Use the id of a notice, such as profit-orders-costs.'),
});

export const upgradeNoticeEndpoints = {
  dismissUpgradeNotice: {
    method: 'DELETE',
    path: '/api/v1/upgrade-notices/:id/',
    summary: 'Dismiss a notice of an upgrade for yourself, on every device',
    tag: 'settings',
    status: 200,
    params: upgradeNoticeParams,
    answer: z.string(),
  },
} as const satisfies Record<string, Endpoint>;
