import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { scopeOf } from '../access/scope.ts';
import { forbidden } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { readMasterPixels } from '../projects/repository.ts';
import type { Statistics } from '../projects/statistics.ts';
import { scriptTag } from './snippets.ts';

export type PixelDependencies = {
  pool: pg.Pool;
  statistics: Statistics;
  /** Where shops reach this installation, without a slash at its end. */
  publicUrl: () => string;
};

export function pixelRoutes(
  app: FastifyInstance,
  { pool, statistics, publicUrl }: PixelDependencies,
): void {
  serve(app, endpoints.listMasterPixels, async ({ access, query }) => {
    const membership = access.memberships.find(({ slug }) => slug === query.project__slug);
    if (!membership) throw forbidden();
    const [pixels, activity] = await Promise.all([
      readMasterPixels(pool, membership.projectId),
      statistics.pixelActivity(scopeOf(membership)),
    ]);
    return pixels.map(({ id, name, eventName, isPrimary, publicKey, consentMode, createdAt }) => ({
      id,
      name,
      event_name: eventName,
      is_primary: isPrimary,
      counts_as_revenue: isPrimary,
      master_pixel: scriptTag({ key: publicKey, consentMode, publicUrl: publicUrl() }),
      created_at: createdAt.toISOString(),
      last_executed_at: activity.get(eventName)?.lastExecutedAt?.toISOString() ?? null,
      count_24h: activity.get(eventName)?.count24h ?? 0,
    }));
  });
}
