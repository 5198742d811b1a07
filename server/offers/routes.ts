import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Offer } from '#contract/offers/schemas.ts';
import { memberForInput } from '../access/require-capability.ts';
import { scopeOf } from '../access/scope.ts';
import { serve } from '../plugins/serve.ts';
import type { Statistics } from '../projects/statistics.ts';
import { readOffers } from './repository.ts';

export type OfferDependencies = { pool: pg.Pool; statistics: Statistics };

export function offerRoutes(app: FastifyInstance, { pool, statistics }: OfferDependencies): void {
  serve(app, endpoints.offerIds, async ({ access, query: { project_id: projectId } }) => {
    const membership = memberForInput(access, projectId);
    const [offers, activity] = await Promise.all([
      readOffers(pool, projectId),
      statistics.offerActivity(scopeOf(membership)),
    ]);
    return offers.map(
      ({ offerId, name, status }): Offer => ({
        id: offerId,
        name,
        status,
        conversions_30d: activity.get(offerId)?.conversions30d ?? 0,
        last_seen_at: activity.get(offerId)?.lastSeenAt?.toISOString() ?? null,
      }),
    );
  });
}
