import { byId, type Endpoint } from '../endpoint.ts';
import { settingsSchema } from '../settings.ts';
import { projectSchema } from './schemas.ts';

export const currentProjectEndpoints = {
  readProject: {
    method: 'GET',
    path: '/api/v1/projects/:id/',
    summary: 'Read a project',
    tag: 'projects',
    status: 200,
    params: byId,
    answer: projectSchema,
  },
  settings: {
    method: 'GET',
    path: '/api/settings/config/',
    summary: 'Read what this installation has switched on',
    tag: 'settings',
    status: 200,
    answer: settingsSchema,
  },
} as const satisfies Record<string, Endpoint>;
