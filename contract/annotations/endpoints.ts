import { z } from 'zod';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  annotationChangeSchema,
  annotationQuerySchema,
  annotationSchema,
  newAnnotationSchema,
} from './schemas.ts';

const text = z.string();

export const annotationEndpoints = {
  listAnnotations: {
    method: 'GET',
    path: '/api/v1/annotations/',
    summary: 'List what happened in a project: notes of its members, and automatic marks',
    tag: 'annotations',
    status: 200,
    query: annotationQuerySchema,
    answer: z.array(annotationSchema),
  },
  createAnnotation: {
    method: 'POST',
    path: '/api/v1/annotations/',
    summary: 'Add a note at a moment; every member of the project can read it',
    tag: 'annotations',
    status: 201,
    body: newAnnotationSchema,
    answer: annotationSchema,
  },
  changeAnnotation: {
    method: 'PATCH',
    path: '/api/v1/annotations/:id/',
    summary: 'Change a note, or restore one that was just removed',
    tag: 'annotations',
    status: 200,
    params: byId,
    body: annotationChangeSchema,
    answer: annotationSchema,
  },
  removeAnnotation: {
    method: 'DELETE',
    path: '/api/v1/annotations/:id/',
    summary: 'Remove a note',
    tag: 'annotations',
    status: 200,
    params: byId,
    answer: text,
  },
} as const satisfies Record<string, Endpoint>;
