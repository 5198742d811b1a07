import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { failedItemEndpoints } from '#contract/failed-items/endpoints.ts';
import type { FailedQueue } from '#contract/failed-items/schemas.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import { type AuditedCall, withAudit } from '../audit/audit-log.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { countFailedItems, readFailedItems } from './failed-list.ts';
import {
  lockFailedItem,
  lockFailedQueue,
  type PutBack,
  type SetAside,
  takeBack,
} from './repository.ts';

type Dependencies = { pool: pg.Pool; now: () => Date; putBack: Record<FailedQueue, PutBack> };

/** What was set aside in a project, for its owners. */
export function failedItemRoutes(app: FastifyInstance, { pool, now, putBack }: Dependencies): void {
  const audited = withAudit(pool, now);

  serve(app, failedItemEndpoints.failedItems, async ({ access, query, reply }) => {
    const { page_size: limit, ...page } = query;
    requireCapability(memberForInput(access, page.project), 'audit.see');
    const { items, next } = await readFailedItems(pool, { ...page, limit });
    if (next) reply.header('x-next-cursor', next);
    return items;
  });

  serve(app, failedItemEndpoints.failedCounts, async ({ access, query: { project } }) => {
    requireCapability(memberForInput(access, project), 'audit.see');
    return countFailedItems(pool, project);
  });

  serve(app, failedItemEndpoints.retryFailedItem, async (call) => {
    await retry(call, async (client) => {
      const found = await lockFailedItem(client, call.params.id);
      if (!found) throw notFound();
      requireCapability(memberOf(call.access, found.project), 'project.change');
      return { found, target: `${found.queue} ${found.items[0]}` };
    });
    return {};
  });

  serve(app, failedItemEndpoints.retryFailedQueue, async (call) => {
    const { project, queue } = call.body;
    requireCapability(memberForInput(call.access, project), 'project.change');
    const { items } = await retry(call, async (client) => {
      const found = await lockFailedQueue(client, { project, queue });
      return { found, target: `${queue} (${found.items.length})` };
    });
    return { retried: items.length };
  });

  async function retry(
    call: AuditedCall,
    find: (client: pg.PoolClient) => Promise<{ found: SetAside; target: string }>,
  ): Promise<SetAside> {
    const { found, finish } = await audited(call, async (client, recordAudit) => {
      const { found, target } = await find(client);
      if (found.items.length === 0) return { found, finish: () => undefined };
      const finish = await putBack[found.queue](client, found, call);
      await takeBack(client, found);
      await recordAudit({ action: 'item.retried', project: found.project, target });
      return { found, finish };
    });
    await finish();
    return found;
  }
}
