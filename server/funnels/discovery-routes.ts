import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Access, Membership } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { scopeOf } from '../access/scope.ts';
import type { AnalyticsReaderFor } from '../analytics/runner/analytics-reader.ts';
import { readPrimaryEvent } from '../attribution/primary-event.ts';
import { serve } from '../plugins/serve.ts';
import { detectFunnels } from './discovery/detect-funnels.ts';
import { readEventCatalog } from './discovery/event-catalog.ts';
import { previewFunnel } from './discovery/preview-funnel.ts';
import { lastDays } from './discovery/recorded-events.ts';
import { requireRegexes } from './regex-fault.ts';
import { bounded } from './time-limit.ts';

type Dependencies = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  analyticsFor: AnalyticsReaderFor;
  now: () => Date;
  /** Of more events than these a preview reads a sample. */
  mostPreviewed?: number;
};

/** The period in which funnels are looked for. */
const detectedDays = 30;

/** What helps to define a funnel: recorded events, suggestions and previews. Nothing is stored. */
export function discoveryRoutes(
  app: FastifyInstance,
  { pool, reader, analyticsFor, now, mostPreviewed }: Dependencies,
): void {
  const readerOf = (access: Access, { projectId }: Membership, leaving: AbortSignal) =>
    bounded(analyticsFor(access.userId, leaving, [projectId]));

  serve(app, endpoints.eventCatalog, async ({ access, query, leaving }) => {
    const membership = memberForInput(access, query.project_id);
    const window = lastDays(now(), query.days);
    const recorded = { scope: scopeOf(membership), window };
    return readEventCatalog(readerOf(access, membership, leaving), recorded);
  });

  serve(app, endpoints.detectFunnels, async ({ access, query, leaving }) => {
    const membership = memberForInput(access, query.project_id);
    requireCapability(membership, 'funnel.write');
    const recorded = { scope: scopeOf(membership), window: lastDays(now(), detectedDays) };
    const primary = await readPrimaryEvent(pool, membership.projectId);
    return detectFunnels(readerOf(access, membership, leaving), recorded, primary);
  });

  serve(app, endpoints.funnelPreview, async ({ access, body, leaving }) => {
    const { project, ...preview } = body;
    const membership = memberForInput(access, project);
    requireCapability(membership, 'funnel.write');
    await requireRegexes(reader, preview);
    const asked = {
      ...preview,
      scope: scopeOf(membership),
      primary: await readPrimaryEvent(pool, membership.projectId),
      now: now(),
    };
    return previewFunnel(readerOf(access, membership, leaving), asked, mostPreviewed);
  });
}
