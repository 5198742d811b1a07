import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { credentialsSchema, emptyBodySchema, sessionSchema } from './session.ts';

const text = z.string();

export const sessionEndpoints = {
  login: {
    method: 'POST',
    path: '/api/v1/auth/token/',
    summary: 'Sign in',
    tag: 'session',
    status: 200,
    body: credentialsSchema,
    answer: sessionSchema,
  },
  checkSession: {
    method: 'POST',
    path: '/api/v1/auth/check/',
    summary: 'Check the session and read who is signed in',
    tag: 'session',
    status: 200,
    body: emptyBodySchema,
    answer: sessionSchema,
  },
  logout: {
    method: 'POST',
    path: '/api/v1/auth/logout/',
    summary: 'End the session on the server',
    tag: 'session',
    status: 200,
    body: emptyBodySchema,
    answer: z.object({ detail: text }),
  },
} as const satisfies Record<string, Endpoint>;
