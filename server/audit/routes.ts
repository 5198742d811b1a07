import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { auditEndpoints } from '#contract/audit/endpoints.ts';
import type { Access } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { sendTable } from '../platform/tables/table-file.ts';
import { serve } from '../plugins/serve.ts';
import { auditFile } from './audit-file.ts';
import { chainOf } from './audit-log.ts';
import { readEntries } from './entries.ts';
import { verify } from './hash-chain.ts';

type Dependencies = { pool: pg.Pool; now: () => Date };

/** The audit log of a project, for its owners, and of an account, for its user. */
export function auditRoutes(app: FastifyInstance, { pool, now }: Dependencies): void {
  function chainFor(access: Access, project: number | undefined): string {
    if (project === undefined) return chainOf({ user: access.userId });
    requireCapability(memberForInput(access, project), 'audit.see');
    return chainOf({ project });
  }

  serve(app, auditEndpoints.auditLog, async ({ access, query, reply }) => {
    const { project, cursor, page_size: limit, search, action, start, end } = query;
    const chain = chainFor(access, project);
    const looking = { chain, search, action, start, end, before: cursor };
    const entries = await readEntries(pool, { ...looking, limit: limit + 1 });
    const shown = entries.slice(0, limit);
    const last = shown.at(-1);
    if (entries.length > limit && last) reply.header('x-next-cursor', last.id);
    return shown;
  });

  serve(app, auditEndpoints.exportAuditLog, async ({ access, query, reply }) => {
    const { project, format, separator, search, action, start, end } = query;
    const chain = chainFor(access, project);
    const about = {
      project: project === undefined ? null : memberForInput(access, project),
      today: now().toISOString().slice(0, 10),
    };
    const file = auditFile(pool, { chain, search, action, start, end }, about);
    return sendTable(reply, { format, separator }, file);
  });

  serve(app, auditEndpoints.verifyAuditLog, async ({ access, body: { project } }) => {
    const { checked, brokenAt } = await verify(pool, chainFor(access, project));
    return { holds: brokenAt === null, checked, broken_at: brokenAt };
  });
}
