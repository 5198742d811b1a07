import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { scopeOf } from '../access/scope.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import type { Attempts } from '../limits/attempts.ts';
import { oneTestOf } from '../limits/one-test.ts';
import { forbidden } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { readMasterPixels } from '../projects/repository.ts';
import { readLinks } from './link-rows.ts';
import { testLink } from './test-link.ts';

type Dependencies = {
  pool: pg.Pool;
  attempts: Attempts;
  reader: ClickHouseClient;
  /** Where visitors reach this installation, without a slash at its end. */
  publicUrl: () => string;
};

/** The tracking links of affiliates, and a test click. */
export function trackingLinkRoutes(
  app: FastifyInstance,
  { pool, attempts, reader, publicUrl }: Dependencies,
): void {
  const oneTest = oneTestOf(attempts, 'link test');

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
    const { offer } = body;
    const hasAddress = link.fault !== 'no_address';
    const tested = { projectId, affid, offer, key: pixel.publicKey, hasAddress };
    return oneTest(`${access.userId}`, () =>
      testLink({ app, reader }, tested, { remoteAddress: request.ip, leaving }),
    );
  });
}

const noPixel = {
  ok: false,
  click_id: null,
  leads_to: null,
  ms: 0,
  message: 'The link counts no clicks: create a master pixel first.',
};
