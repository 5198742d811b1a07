import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { memberForInput } from '../access/require-capability.ts';
import { scopeOf } from '../access/scope.ts';
import { serve } from '../plugins/serve.ts';
import type { Statistics } from '../projects/statistics.ts';
import { offerReader } from './offer-reader.ts';
import { readOffers } from './repository.ts';

type Dependencies = { pool: pg.Pool; now: () => Date; statistics: Statistics };

/** The offers by which reports can be filtered. */
export function offerIdRoutes(app: FastifyInstance, { pool, now, statistics }: Dependencies): void {
  serve(app, endpoints.offerIds, async ({ access, query: { project_id: projectId } }) => {
    const membership = memberForInput(access, projectId);
    const [offers, activity] = await Promise.all([
      readOffers(pool, offerReader(membership), now()),
      statistics.offerActivity(scopeOf(membership)),
    ]);
    return offers.flatMap(({ offerId, name, status, isListed }) => {
      const active = activity.get(offerId);
      if (!isListed && !active) return [];
      return {
        id: offerId,
        name,
        status,
        conversions_30d: active?.conversions30d ?? 0,
        last_seen_at: active?.lastSeenAt?.toISOString() ?? null,
      };
    });
  });
}
