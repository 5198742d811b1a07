import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { auditEndpoints } from '#contract/audit/endpoints.ts';
import type { Access } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { serve } from '../plugins/serve.ts';
import { chainOf } from './audit-log.ts';
import { csvHead, csvLine, type EntryFilter, readEntries } from './entries.ts';
import { verify } from './hash-chain.ts';

const atOnce = 1_000;

/** The audit log of a project, for its owners, and of an account, for its user. */
export function auditRoutes(app: FastifyInstance, { pool }: { pool: pg.Pool }): void {
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
    const { project, search, action, start, end } = query;
    const chain = chainFor(access, project);
    const looking = { chain, search, action, start, end, before: undefined, limit: atOnce };
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"');
    return Readable.from(csvOf(pool, looking));
  });

  serve(app, auditEndpoints.verifyAuditLog, async ({ access, body: { project } }) => {
    const { checked, brokenAt } = await verify(pool, chainFor(access, project));
    return { holds: brokenAt === null, checked, broken_at: brokenAt };
  });
}

async function* csvOf(pool: pg.Pool, looking: EntryFilter): AsyncGenerator<string> {
  yield csvHead;
  let { before } = looking;
  for (;;) {
    const entries = await readEntries(pool, { ...looking, before });
    if (entries.length === 0) return;
    yield entries.map(csvLine).join('');
    before = String(entries.at(-1)?.id);
  }
}
