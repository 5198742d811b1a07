import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { requiredToken } from '../access/authentication.ts';
import { authorOfUser, recordAuditEntry } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { Refusal, tooManyAttempts } from '../platform/refusal.ts';
import { serve, servePublic } from '../plugins/serve.ts';
import type { Hasher } from './hasher.ts';
import type { LoginLimits } from './login-limits.ts';
import { sessionResponse } from './session-response.ts';
import { closeSession, openSession, readAccess } from './sessions.ts';
import { findUserByEmail } from './users.ts';

export type AccountDependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  limits: LoginLimits;
  now: () => Date;
};

export function accountRoutes(
  app: FastifyInstance,
  { pool, hasher, limits, now }: AccountDependencies,
): void {
  servePublic(app, endpoints.login, async ({ body: { email, password }, request }) => {
    const outcome = await limits.guard({ email, address: request.ip }, async () => {
      const user = await findUserByEmail(pool, email);
      const isRight = await hasher.verify(user?.passwordHash ?? null, password);
      return isRight ? user : null;
    });
    if ('wait' in outcome) throw tooManyAttempts(outcome.wait);
    const { found: user } = outcome;
    if (!user) throw wrongCredentials();

    const userAgent = request.headers['user-agent'] ?? '';
    const token = await inTransaction(pool, async (client) => {
      const opened = await openSession(client, user.id, { now: now(), userAgent });
      await recordAuditEntry(client, authorOfUser(user.id, request), now(), {
        action: 'session.opened',
        user: user.id,
        target: user.email,
      });
      return opened;
    });
    const access = await readAccess(pool, token, now());
    if (!access) throw wrongCredentials();
    return sessionResponse(pool, access, token);
  });

  serve(app, endpoints.checkSession, ({ access, request }) =>
    sessionResponse(pool, access, requiredToken(request)),
  );

  serve(app, endpoints.logout, async ({ request }) => {
    await closeSession(pool, requiredToken(request));
    return { detail: 'You are signed out.' };
  });
}

const wrongCredentials = () =>
  new Refusal(400, { non_field_errors: ['Unable to log in with provided credentials.'] });
