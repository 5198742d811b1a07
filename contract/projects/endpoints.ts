import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import { projectDeletionSchema } from '../members/schemas.ts';
import { newProjectSchema, projectChangeSchema, projectSchema } from './schemas.ts';

export const projectEndpoints = {
  listProjects: {
    method: 'GET',
    path: '/api/v1/projects/',
    summary: 'List your projects',
    tag: 'projects',
    status: 200,
    answer: z.array(projectSchema),
  },
  createProject: {
    method: 'POST',
    path: '/api/v1/projects/',
    summary: 'Create a project; the response contains its collect key in full',
    tag: 'projects',
    status: 201,
    body: newProjectSchema,
    answer: projectSchema,
  },
  changeProject: {
    method: 'PATCH',
    path: '/api/v1/projects/:id/',
    summary: 'Change a project',
    tag: 'projects',
    status: 200,
    params: byId,
    body: projectChangeSchema,
    answer: projectSchema,
  },
  rotateCollectKey: {
    method: 'POST',
    path: '/api/v1/projects/:id/rotate-collect-key/',
    summary: 'Replace the collect key; the old one stops working at once',
    tag: 'projects',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: projectSchema,
  },
  deleteProject: {
    method: 'POST',
    path: '/api/v1/projects/:id/delete/',
    summary: 'Schedule a project for deletion in 7 days; until then it can be restored',
    tag: 'projects',
    status: 200,
    params: byId,
    body: projectDeletionSchema,
    answer: projectSchema,
  },
  restoreProject: {
    method: 'POST',
    path: '/api/v1/projects/:id/restore/',
    summary: 'Restore a project that is scheduled for deletion',
    tag: 'projects',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: projectSchema,
  },
} as const satisfies Record<string, Endpoint>;
