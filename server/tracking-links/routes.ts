import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { scopeOf } from '../access/scope.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import { forbidden, Refusal } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { readMasterPixels } from '../projects/repository.ts';
import { readLinks } from './link-rows.ts';
import { testLink } from './test-link.ts';

type Dependencies = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  /** Where visitors reach this installation, without a slash at its end. */
  publicUrl: () => string;
};

/** The tracking links of affiliates, and a test click. */
export function trackingLinkRoutes(
  app: FastifyInstance,
  { pool, reader, publicUrl }: Dependencies,
): void {
  const underWay = new Set<number>();

  serve(app, endpoints.listTrackingLinks, async ({ access, query }) =>
    readLinks(pool, scopeOf(memberForInput(access, query.project_id)), publicUrl()),
  );

  serve(app, endpoints.testTrackingLink, async ({ access, body, request, leaving }) => {
    const found = await findAffiliate(pool, access.memberships, body.affiliate);
    if (!found) throw forbidden();
    requireCapability(found.membership, 'pixel.write');
    const { affId: affid, projectId } = found.affiliate;
    const [pixel] = await readMasterPixels(pool, projectId);
    const [link] = await readLinks(pool, { id: projectId, affids: [affid] }, publicUrl());
    if (!pixel || !link) return noPixel;
    if (underWay.has(access.userId)) {
      throw new Refusal(429, { detail: 'You have a test under way. Wait until it ends.' }, 5);
    }
    underWay.add(access.userId);
    try {
      const { offer } = body;
      const hasAddress = link.fault !== 'no_address';
      const tested = { projectId, affid, offer, key: pixel.publicKey, hasAddress };
      return await testLink({ app, reader }, tested, { remoteAddress: request.ip, leaving });
    } finally {
      underWay.delete(access.userId);
    }
  });
}

const noPixel = {
  ok: false,
  click_id: null,
  leads_to: null,
  ms: 0,
  message: 'The link counts no clicks: create a master pixel first.',
};
