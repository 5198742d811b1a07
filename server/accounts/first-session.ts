import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { sessionResponse } from './session-response.ts';
import { openSession, readAccess } from './sessions.ts';

/** Signs a person in who has just opened an account. */
export async function firstSession(
  pool: pg.Pool,
  userId: number,
  { request, now }: { request: FastifyRequest; now: () => Date },
) {
  const userAgent = request.headers['user-agent'] ?? '';
  const token = await openSession(pool, userId, { now: now(), userAgent });
  const access = await readAccess(pool, token, now());
  if (!access) throw new Error('A session that was just opened is not there.');
  return sessionResponse(pool, access, token);
}
