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
    summary: 'List what happened in a project: notes of its people, and what is known by itself',
    tag: 'annotations',
    status: 200,
    query: annotationQuerySchema,
    answer: z.array(annotationSchema),
  },
  createAnnotation: {
    method: 'POST',
    path: '/api/v1/annotations/',
    summary: 'Pin a note to a moment; everybody in the project reads it',
    tag: 'annotations',
    status: 201,
    body: newAnnotationSchema,
    answer: annotationSchema,
  },
  changeAnnotation: {
    method: 'PATCH',
    path: '/api/v1/annotations/:id/',
    summary: 'Change a note, or bring back one that was removed a moment ago',
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
