import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { upgradeNoticeParams } from './upgrade-notices.ts';

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
