import type { FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { tokenOf } from '../access/authentication.ts';
import { Refusal } from '../platform/refusal.ts';

/** The caller of a public route; null for a stranger. */
export const callerOf = (request: FastifyRequest): Promise<Access | null> =>
  tokenOf(request) === null
    ? Promise.resolve(null)
    : request.member().catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
