import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import { projectEventSchema } from './project-events.ts';
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
    summary: 'List the master pixels of a project with their state and counts',
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
    summary: 'Remove a master pixel; it can be restored for 30 days',
    tag: 'master pixels',
    status: 200,
    params: byId,
    answer: text,
  },
  restoreMasterPixel: {
    method: 'POST',
    path: '/api/v1/master-pixels/:id/restore/',
    summary: 'Restore a removed master pixel',
    tag: 'master pixels',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: masterPixelSchema,
  },
  masterPixelSnippet: {
    method: 'GET',
    path: '/api/v1/master-pixels/:id/snippet/',
    summary:
      'The snippets that install a master pixel on a page, with a tag manager or on a server',
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
    summary: 'Whether events of an affiliate arrive, how many, and how complete they are',
    tag: 'pixels',
    status: 200,
    query: pixelExecutedQuerySchema,
    answer: pixelExecutedSchema,
  },
  /** An endless response of server-sent events; `answer` is the data of one event. */
  pixelStream: {
    method: 'GET',
    path: '/api/v1/pixel-stream/',
    summary:
      'Stream each collected event as it arrives, as server-sent events; `Last-Event-ID` or `since` resumes a broken stream',
    tag: 'collect',
    status: 200,
    query: pixelStreamQuerySchema,
    answer: streamMessageSchema,
  },
} as const satisfies Record<string, Endpoint>;
