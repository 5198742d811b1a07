import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { apiTokenEndpoints } from '#contract/api-tokens/endpoints.ts';
import type { ApiToken } from '#contract/api-tokens/schemas.ts';
import type { RecheckAccessOf } from '../access/recheck-access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import type { Hasher } from '../accounts/hasher.ts';
import type { LoginLimits } from '../accounts/login-limits.ts';
import { newSecret } from '../accounts/secret.ts';
import { readUser } from '../accounts/users.ts';
import { authorOf } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { notFound, unauthorized } from '../platform/refusal.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import {
  type ApiTokenRow,
  createApiToken,
  findApiToken,
  readApiTokens,
  revokeApiToken,
  type TokenChange,
} from './repository.ts';

export type ApiTokenDependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  limits: LoginLimits;
  now: () => Date;
  recheckAccessOf: RecheckAccessOf;
};

/** The API tokens of a project. */
export function apiTokenRoutes(
  app: FastifyInstance,
  { pool, hasher, limits, now, recheckAccessOf }: ApiTokenDependencies,
): void {
  const by = ({ access, request }: Pick<MemberCall<never>, 'access' | 'request'>): TokenChange => ({
    userId: access.userId,
    author: authorOf(access, request),
    now: now(),
  });

  serve(app, apiTokenEndpoints.listApiTokens, async ({ access, query: { project } }) => {
    requireCapability(memberForInput(access, project), 'api-tokens.change');
    return (await readApiTokens(pool, project)).map(answerOf);
  });

  serve(app, apiTokenEndpoints.createApiToken, async (call) => {
    const { access, body, request } = call;
    const { project, name, scopes, expires_in_days: days, password } = body;
    requireCapability(memberForInput(access, project), 'api-tokens.change');
    const user = await readUser(pool, access.userId);
    if (!user) throw unauthorized();
    const credentials = { password, address: request.ip, field: 'password' };
    await confirmPassword({ hasher, limits }, user, credentials);
    const token = newSecret('ca');
    const newToken = { project, name, scopes: [...new Set(scopes)], days };
    const id = await inTransaction(pool, async (client) => {
      // The role may have changed while the password was checked.
      await recheckAccessOf(request)(client, [project], 'api-tokens.change');
      return createApiToken(client, token, newToken, by(call));
    });
    const row = await findApiToken(pool, id);
    if (!row) throw notFound();
    return { ...answerOf(row), token };
  });

  serve(app, apiTokenEndpoints.revokeApiToken, async (call) => {
    const { access, params } = call;
    const token = await findApiToken(pool, params.id);
    const membership = access.memberships.find(({ projectId }) => projectId === token?.project);
    if (!token || !membership) throw notFound();
    requireCapability(membership, 'api-tokens.change');
    await revokeApiToken(pool, token, by(call));
    return 'The token was revoked.';
  });
}

const answerOf = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  project: row.project,
  name: row.name,
  scopes: row.scopes,
  start: `${row.start}…`,
  created_by: row.creator,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
});
