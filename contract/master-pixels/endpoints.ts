import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import { projectEventSchema } from './events.ts';
import {
  masterPixelChangeSchema,
  masterPixelQuerySchema,
  masterPixelSchema,
  newMasterPixelSchema,
  pixelExecutedQuerySchema,
  pixelExecutedSchema,
  snippetQuerySchema,
  snippetSchema,
  verifiedSchema,
  verifyBodySchema,
} from './schemas.ts';
import { pixelStreamQuerySchema, streamMessageSchema } from './stream.ts';

const text = z.string();

export const masterPixelEndpoints = {
  listMasterPixels: {
    method: 'GET',
    path: '/api/v1/events/',
    summary: 'List the master pixels of a project',
    tag: 'projects',
    status: 200,
    query: z.strictObject({ project__slug: z.string().max(120) }),
    answer: z.array(projectEventSchema),
  },
  masterPixels: {
    method: 'GET',
    path: '/api/v1/master-pixels/',
    summary: 'List the master pixels of a project with how they do',
    tag: 'master pixels',
    status: 200,
    query: masterPixelQuerySchema,
    answer: z.array(masterPixelSchema),
  },
  createMasterPixel: {
    method: 'POST',
    path: '/api/v1/master-pixels/',
    summary: 'Create a master pixel',
    tag: 'master pixels',
    status: 201,
    body: newMasterPixelSchema,
    answer: masterPixelSchema,
  },
  readMasterPixel: {
    method: 'GET',
    path: '/api/v1/master-pixels/:id/',
    summary: 'Read a master pixel',
    tag: 'master pixels',
    status: 200,
    params: byId,
    answer: masterPixelSchema,
  },
  changeMasterPixel: {
    method: 'PATCH',
    path: '/api/v1/master-pixels/:id/',
    summary: 'Change, pause or resume a master pixel, or make it the primary one of its project',
    tag: 'master pixels',
    status: 200,
    params: byId,
    body: masterPixelChangeSchema,
    answer: masterPixelSchema,
  },
  removeMasterPixel: {
    method: 'DELETE',
    path: '/api/v1/master-pixels/:id/',
    summary: 'Remove a master pixel; it can be brought back for 30 days',
    tag: 'master pixels',
    status: 200,
    params: byId,
    answer: text,
  },
  restoreMasterPixel: {
    method: 'POST',
    path: '/api/v1/master-pixels/:id/restore/',
    summary: 'Bring a removed master pixel back',
    tag: 'master pixels',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: masterPixelSchema,
  },
  masterPixelSnippet: {
    method: 'GET',
    path: '/api/v1/master-pixels/:id/snippet/',
    summary: 'What to paste to install a master pixel on a page, with a tag manager or on a server',
    tag: 'master pixels',
    status: 200,
    params: byId,
    query: snippetQuerySchema,
    answer: snippetSchema,
  },
  verifyMasterPixel: {
    method: 'POST',
    path: '/api/v1/master-pixels/:id/verify/',
    summary: 'Fetch a page and look for a master pixel in it',
    tag: 'master pixels',
    status: 200,
    params: byId,
    body: verifyBodySchema,
    answer: verifiedSchema,
  },
  pixelExecuted: {
    method: 'GET',
    path: '/api/v1/pixel-executed/',
    summary: 'Whether events of an affiliate arrive, how many, and how good they are',
    tag: 'pixels',
    status: 200,
    query: pixelExecutedQuerySchema,
    answer: pixelExecutedSchema,
  },
  /** Server-sent events without end; the answer here is the data of one of them. */
  pixelStream: {
    method: 'GET',
    path: '/api/v1/pixel-stream/',
    summary:
      'Hear of each collected event as it comes in, as server-sent events; `Last-Event-ID` or `since` goes on where a stream broke',
    tag: 'collect',
    status: 200,
    query: pixelStreamQuerySchema,
    answer: streamMessageSchema,
  },
} as const satisfies Record<string, Endpoint>;
