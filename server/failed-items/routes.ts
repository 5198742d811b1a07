import type { FastifyInstance } from 'fastify';
import { failedItemEndpoints } from '#contract/failed-items/endpoints.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { countFailedItems, readFailedItems } from './failed-list.ts';
import { lockFailedItem } from './repository.ts';
import { createRetry, type RetryDependencies } from './retry.ts';

/** What was set aside in a project, for its owners. */
export function failedItemRoutes(app: FastifyInstance, dependencies: RetryDependencies): void {
  const { pool } = dependencies;
  const { retryItems, retryQueue } = createRetry(dependencies);

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
    await retryItems(call, async (client) => {
      const found = await lockFailedItem(client, call.params.id);
      if (!found) throw notFound();
      requireCapability(memberOf(call.access, found.project), 'project.change');
      return found;
    });
    return {};
  });

  serve(app, failedItemEndpoints.retryFailedQueue, async (call) => {
    requireCapability(memberForInput(call.access, call.body.project), 'project.change');
    return retryQueue(call, call.body);
  });
}
