import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Capability } from '#contract/accounts/capability.ts';
import type { Connection } from '../database/orm.ts';
import { unauthorized } from '../plugins/refusal.ts';
import type { Access } from './access.ts';
import { presentedToken } from './authentication.ts';
import { memberForInput, requireCapability } from './capabilities.ts';

/** Refuses what somebody may no longer do; runs in the transaction that does it. */
export type Still = (
  client: pg.PoolClient,
  projects: readonly number[],
  capability: Capability,
) => Promise<void>;

/**
 * Holds the projects and looks again: while a call waited for them, another owner may have taken the role away that it
 * came with.
 */
export const stillAllowed =
  (accessOf: (token: string, connection: Connection) => Promise<Access | null>) =>
  (request: FastifyRequest): Still =>
  async (client, projects, capability) => {
    await client.query('select from projects where id = any($1) order by id for no key update', [
      projects,
    ]);
    const present = await accessOf(presentedToken(request), client);
    if (!present) throw unauthorized();
    for (const project of projects) {
      requireCapability(memberForInput(present, project), capability);
    }
  };

/** How a route comes to it. */
export type StillOf = ReturnType<typeof stillAllowed>;
