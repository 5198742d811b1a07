import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { memberOf, requireCapability } from '../../access/require-capability.ts';
import { notFound } from '../../platform/refusal.ts';
import { serve } from '../../plugins/serve.ts';
import type { PixelCounters } from './counters.ts';

const HOUR = 3_600_000;

/** Refused and marked traffic of a master pixel, for the people of its project. */
export function rejectionRoutes(
  app: FastifyInstance,
  { pool, counters, now }: { pool: pg.Pool; counters: PixelCounters; now: () => Date },
): void {
  serve(app, endpoints.pixelRejections, async ({ access, params: { id }, query: { hours } }) => {
    const { rows: pixels } = await pool.query<{ projectId: number }>(
      'select project_id as "projectId" from master_pixels where id = $1 and removed_at is null',
      [id],
    );
    const [pixel] = pixels;
    if (!pixel) throw notFound();
    requireCapability(memberOf(access, pixel.projectId), 'usage.see');

    await counters.flush();
    const from = new Date((Math.floor(now().getTime() / HOUR) - hours + 1) * HOUR);
    const { rows } = await pool.query<{ hour: Date; reason: string; count: string }>(
      `select hour, reason, count from pixel_rejections
       where pixel_id = $1 and hour >= $2 order by hour desc, count desc, reason`,
      [id, from],
    );
    const rejections = rows.map(({ hour, reason, count }) => ({
      hour: hour.toISOString(),
      reason,
      count: Number(count),
    }));
    const total = rejections.reduce((sum, { count }) => sum + count, 0);
    return { hours, from: from.toISOString(), total, rejections };
  });
}
