import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { accountEndpoints } from '#contract/accounts/endpoints.ts';
import { requiredToken } from '../access/authentication.ts';
import { type AuditedCall, withAudit } from '../audit/audit-log.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { endOtherSessions, endSession, readSessions } from './sessions.ts';
import { readUser } from './users.ts';

/** Where a person is signed in. */
export function sessionRoutes(
  app: FastifyInstance,
  { pool, now }: { pool: pg.Pool; now: () => Date },
): void {
  const audited = withAudit(pool, now);

  serve(app, accountEndpoints.listSessions, async ({ access, request }) => {
    const sessions = await readSessions(pool, access.userId, requiredToken(request), now());
    return sessions.map(({ id, current, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      current,
      user_agent: userAgent,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    }));
  });

  async function ending(
    caller: AuditedCall,
    details: Record<string, unknown>,
    end: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void> {
    const user = await readUser(pool, caller.access.userId);
    if (!user) throw notFound();
    await audited(caller, async (client, recordAudit) => {
      await end(client);
      const about = { user: user.id, target: user.email, details };
      await recordAudit({ action: 'session.ended', ...about });
    });
  }

  serve(app, accountEndpoints.endSession, async (call) => {
    const { access, params } = call;
    await ending(call, { session: params.id }, async (client) => {
      if (!(await endSession(client, access.userId, params.id))) throw notFound();
    });
    return 'Signed out.';
  });

  serve(app, accountEndpoints.endOtherSessions, async (call) => {
    const { access, request } = call;
    await ending(call, { session: 'all others' }, (client) =>
      endOtherSessions(client, access.userId, requiredToken(request)),
    );
    return 'Signed out everywhere else.';
  });
}
