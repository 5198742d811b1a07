import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  pixelHealthQuerySchema,
  pixelHealthSchema,
  replayAnswerSchema,
  replaySchema,
} from './health.ts';
import {
  executionQuerySchema,
  executionSchema,
  newPixelSchema,
  pixelChangeSchema,
  pixelQuerySchema,
  pixelSchema,
} from './schemas.ts';
import { pixelTestAnswerSchema, pixelTestSchema } from './test-delivery.ts';

const text = z.string();

export const eventPixelEndpoints = {
  listPixels: {
    method: 'GET',
    path: '/api/v1/pixels/',
    summary: 'List the event pixels of an affiliate, or of a whole project',
    tag: 'pixels',
    status: 200,
    query: pixelQuerySchema,
    answer: z.array(pixelSchema),
  },
  createPixel: {
    method: 'POST',
    path: '/api/v1/pixels/',
    summary: 'Create an event pixel for an affiliate; `Idempotency-Key` makes a retry safe',
    tag: 'pixels',
    status: 201,
    body: newPixelSchema,
    answer: pixelSchema,
  },
  readPixel: {
    method: 'GET',
    path: '/api/v1/pixels/:id/',
    summary: 'Read an event pixel; its secrets are masked',
    tag: 'pixels',
    status: 200,
    params: byId,
    answer: pixelSchema,
  },
  changePixel: {
    method: 'PUT',
    path: '/api/v1/pixels/:id/',
    summary: 'Change an event pixel; a secret that is sent back masked stays unchanged',
    tag: 'pixels',
    status: 200,
    params: byId,
    body: pixelChangeSchema,
    answer: pixelSchema,
  },
  removePixel: {
    method: 'DELETE',
    path: '/api/v1/pixels/:id/',
    summary: 'Remove an event pixel; it can be restored for 30 days',
    tag: 'pixels',
    status: 200,
    params: byId,
    answer: text,
  },
  restorePixel: {
    method: 'POST',
    path: '/api/v1/pixels/:id/restore/',
    summary: 'Restore a removed event pixel',
    tag: 'pixels',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: pixelSchema,
  },
  pixelExecutions: {
    method: 'GET',
    path: '/api/v1/pixels/:id/executions/',
    summary: 'List the calls of an event pixel, latest first; X-Next-Cursor leads to the next page',
    tag: 'pixels',
    status: 200,
    params: byId,
    query: executionQuerySchema,
    answer: z.array(executionSchema),
  },
  testPixel: {
    method: 'POST',
    path: '/api/v1/pixels/:id/test/',
    summary: 'Send a test conversion to the partner of an event pixel',
    tag: 'pixels',
    status: 200,
    params: byId,
    body: pixelTestSchema,
    answer: pixelTestAnswerSchema,
  },
  pixelHealth: {
    method: 'GET',
    path: '/api/v1/pixels/:id/health/',
    summary: 'The recent health of an event pixel',
    tag: 'pixels',
    status: 200,
    params: byId,
    query: pixelHealthQuerySchema,
    answer: pixelHealthSchema,
  },
  replayPixel: {
    method: 'POST',
    path: '/api/v1/pixels/:id/replay/',
    summary: 'Send failed calls again, with the same event ids',
    tag: 'pixels',
    status: 200,
    params: byId,
    body: replaySchema,
    answer: replayAnswerSchema,
  },
} as const satisfies Record<string, Endpoint>;
