import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { failedItemEndpoints } from '#contract/failed-items/endpoints.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { lockFailedItem, readFailedItems, type SetAside, takeBack } from './repository.ts';

type Dependencies = {
  pool: pg.Pool;
  now: () => Date;
  /** Puts an item back into its queue. */
  putBack: (client: pg.PoolClient, item: SetAside) => Promise<unknown>;
  /** Called after an item was put back. */
  wake: () => void;
};

/** What was set aside in a project, for its owners. */
export function failedItemRoutes(
  app: FastifyInstance,
  { pool, now, putBack, wake }: Dependencies,
): void {
  const audited = withAudit(pool, now);

  serve(app, failedItemEndpoints.failedItems, async ({ access, query: { project } }) => {
    requireCapability(memberForInput(access, project), 'audit.see');
    return readFailedItems(pool, project);
  });

  serve(app, failedItemEndpoints.retryFailedItem, async ({ access, request, params: { id } }) => {
    await audited({ access, request }, async (client, recordAudit) => {
      const found = await lockFailedItem(client, id);
      if (!found) throw notFound();
      requireCapability(memberOf(access, found.project), 'project.change');
      await putBack(client, found);
      await takeBack(client, id);
      await recordAudit({
        action: 'item.retried',
        project: found.project,
        target: `${found.queue} ${found.item}`,
      });
    });
    wake();
    return {};
  });
}
