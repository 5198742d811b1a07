import type { Endpoint } from '../endpoint.ts';
import { settingsSchema } from './schemas.ts';

export const settingsEndpoints = {
  settings: {
    method: 'GET',
    path: '/api/settings/config/',
    summary: 'Read what this installation has switched on',
    tag: 'settings',
    status: 200,
    answer: settingsSchema,
  },
} as const satisfies Record<string, Endpoint>;
