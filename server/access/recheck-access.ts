import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Capability } from '#contract/accounts/roles.ts';
import type { Connection } from '../database/orm.ts';
import { unauthorized } from '../platform/refusal.ts';
import type { Access } from './access.ts';
import { requiredToken } from './authentication.ts';
import { memberForInput, requireCapability } from './require-capability.ts';

/** Refuses a call whose member has lost the capability; runs in the transaction that acts. */
export type RecheckAccess = (
  client: pg.PoolClient,
  projects: readonly number[],
  capability: Capability,
) => Promise<void>;

/**
 * Locks the projects and reads the access again: while the call waited for the lock, another owner may have taken the
 * role away.
 */
export const createAccessRecheck =
  (accessOf: (token: string, connection: Connection) => Promise<Access | null>) =>
  (request: FastifyRequest): RecheckAccess =>
  async (client, projects, capability) => {
    await client.query('select from projects where id = any($1) order by id for no key update', [
      projects,
    ]);
    const present = await accessOf(requiredToken(request), client);
    if (!present) throw unauthorized();
    for (const project of projects) {
      requireCapability(memberForInput(present, project), capability);
    }
  };

export type RecheckAccessOf = ReturnType<typeof createAccessRecheck>;
