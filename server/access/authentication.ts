import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, unauthorized } from '../platform/refusal.ts';
import type { Access, TokenAccess } from './access.ts';
import { refuseOtherSites } from './cross-site.ts';
import { scopeFor } from './token-scopes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, or a 401 refusal. The session is looked up once per request. */
    member(): Promise<Access>;
  }
}

export type AuthenticationDependencies = {
  /** Finds the caller of a token; called for every request. */
  readAccess: (token: string) => Promise<Access | null>;
  /** Takes away the projects that are not paid, where the route requires payment. */
  applyEntitlement?: (access: Access, route: string | undefined) => Promise<Access>;
};

/** Adds `member()` to every request of the app. */
export function authentication(
  app: FastifyInstance,
  { readAccess, applyEntitlement = async (access) => access }: AuthenticationDependencies,
): void {
  refuseOtherSites(app);
  const known = new WeakMap<FastifyRequest, Promise<Access>>();
  app.decorateRequest('member', function member(this: FastifyRequest) {
    const access = known.get(this) ?? accessOf(this);
    known.set(this, access);
    return access;
  });

  async function accessOf(request: FastifyRequest): Promise<Access> {
    const token = tokenOf(request);
    const access = token === null ? null : await readAccess(token);
    if (!access) throw unauthorized();
    if (access.token) requireScope(access.token, request);
    return applyEntitlement(access, request.routeOptions.url);
  }
}

/** An API token may make the calls of its scopes, and none that needs a signed-in person. */
function requireScope({ scopes }: TokenAccess, request: FastifyRequest): void {
  const scope = scopeFor(request);
  if (scope === null) throw forbidden('This requires a signed-in person, not an API token.');
  if (!scopes.includes(scope)) throw forbidden(`This API token lacks the scope ${scope}.`);
}

/** The token of `Authorization: Token …`, unchecked. */
export function tokenOf(request: FastifyRequest): string | null {
  return /^Token ([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The same; a missing token results in a 401. */
export function requiredToken(request: FastifyRequest): string {
  const token = tokenOf(request);
  if (token === null) throw unauthorized();
  return token;
}
