import { z } from 'zod';
import { byId, type Endpoint } from '../endpoint.ts';
import { collectAnswerSchema, collectQuerySchema } from './answer.ts';
import { loggedPostbackSchema, postbackLogQuerySchema } from './postback-log.ts';
import {
  frameQuerySchema,
  imageQuerySchema,
  linkParamsSchema,
  linkQuerySchema,
  postbackSchema,
  publicBodySchema,
  rejectionsQuerySchema,
  rejectionsSchema,
} from './public.ts';

export const collectEndpoints = {
  collectServer: {
    method: 'POST',
    path: '/api/v1/collect/server/',
    summary: 'Report events from a server',
    tag: 'collect',
    status: 202,
    query: collectQuerySchema,
    answer: collectAnswerSchema,
  },
  collectPublic: {
    method: 'POST',
    path: '/t/e',
    summary: 'Report events from a page with the public key of a master pixel',
    tag: 'collect',
    status: 204,
    body: publicBodySchema,
    answer: z.null(),
  },
  collectImage: {
    method: 'GET',
    path: '/t/p.gif',
    summary: 'Report one event from a page without script; the response is a one-pixel image',
    tag: 'collect',
    status: 200,
    query: imageQuerySchema,
    answer: z.unknown(),
  },
  pixelFrame: {
    method: 'GET',
    path: '/t/f/:id',
    summary:
      'The code of an event pixel, for a sandboxed frame in the page that reported the event',
    tag: 'collect',
    status: 200,
    params: byId,
    query: frameQuerySchema,
    answer: z.string(),
  },
  followLink: {
    method: 'GET',
    path: '/t/c/:affid',
    summary: 'Count the click of a tracking link and redirect to its offer',
    tag: 'collect',
    status: 302,
    params: linkParamsSchema,
    query: linkQuerySchema,
    answer: z.unknown(),
  },
  postback: {
    method: 'GET',
    path: '/t/pb',
    summary: 'Report a conversion from a network; the response is OK or duplicate as text',
    tag: 'collect',
    status: 200,
    query: postbackSchema,
    answer: z.unknown(),
  },
  postbackByPost: {
    method: 'POST',
    path: '/t/pb',
    summary: 'Report a conversion from a network, as a form, as JSON or in the address',
    tag: 'collect',
    status: 200,
    query: postbackSchema,
    answer: z.unknown(),
  },
  postbackLog: {
    method: 'GET',
    path: '/api/v1/postback-log/',
    summary:
      'List the postbacks of the last 30 days with their results, latest first; `X-Next-Cursor` leads to the next page',
    tag: 'conversions',
    status: 200,
    query: postbackLogQuerySchema,
    answer: z.array(loggedPostbackSchema),
  },
  pixelRejections: {
    method: 'GET',
    path: '/api/v1/master-pixels/:id/rejections/',
    summary: 'Count the refused or marked events of a master pixel, by hour and reason',
    tag: 'collect',
    status: 200,
    params: byId,
    query: rejectionsQuerySchema,
    answer: rejectionsSchema,
  },
} as const satisfies Record<string, Endpoint>;
