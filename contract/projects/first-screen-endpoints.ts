import { byId, type Endpoint } from '../endpoint.ts';
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
} as const satisfies Record<string, Endpoint>;
