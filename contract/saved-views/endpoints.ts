import { z } from 'zod';
import { byId, type Endpoint } from '../endpoint.ts';
import { newViewSchema, savedViewSchema, viewChangeSchema } from './schemas.ts';

const text = z.string();

export const savedViewEndpoints = {
  listViews: {
    method: 'GET',
    path: '/api/v1/views/',
    summary: 'List the views you saved; only you can see them',
    tag: 'views',
    status: 200,
    query: z.strictObject({ project: byId.shape.id.optional() }),
    answer: z.array(savedViewSchema),
  },
  createView: {
    method: 'POST',
    path: '/api/v1/views/',
    summary: 'Save a view of a project, up to 200 in all',
    tag: 'views',
    status: 201,
    body: newViewSchema,
    answer: savedViewSchema,
  },
  changeView: {
    method: 'PATCH',
    path: '/api/v1/views/:id/',
    summary: 'Rename a view, change what it opens with, or move it in the list',
    tag: 'views',
    status: 200,
    params: byId,
    body: viewChangeSchema,
    answer: savedViewSchema,
  },
  removeView: {
    method: 'DELETE',
    path: '/api/v1/views/:id/',
    summary: 'Remove a view',
    tag: 'views',
    status: 200,
    params: byId,
    answer: text,
  },
} as const satisfies Record<string, Endpoint>;
