import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Lookup } from '../egress/resolve-host.ts';
import type { Attempts } from '../limits/attempts.ts';
import { oneTestOf } from '../limits/one-test.ts';
import { serve } from '../plugins/serve.ts';
import { readExecutions } from './delivery-log.ts';
import { readHealth } from './health.ts';
import { type Destinations, destinations as platforms } from './payload/destinations.ts';
import { replay } from './replay.ts';
import { requireWriter, seenPixels } from './seen-pixel.ts';
import { sendTestDelivery } from './test-delivery.ts';
import type { Vault } from './vault.ts';

export type DeliveryDependencies = {
  pool: pg.Pool;
  attempts: Attempts;
  /** The read-only client of the warehouse. */
  reader: ClickHouseClient;
  vault: Vault;
  lookup: Lookup;
  /** Hosts that may resolve to internal addresses, as `host` or `host:port`. */
  allowHosts: readonly string[];
  now: () => Date;
  /** Base URLs of platforms; tests use their own. */
  destinations?: Destinations;
};

/** What pixels sent: the log, tests, repeats and health. */
export function deliveryRoutes(app: FastifyInstance, dependencies: DeliveryDependencies): void {
  const { pool, attempts, reader, vault, lookup, allowHosts, now } = dependencies;
  const { destinations = platforms } = dependencies;
  const limits = { lookup, allowHosts, timeoutMs: 5_000 };
  const oneTest = oneTestOf(attempts, 'pixel test');
  const { findPresent } = seenPixels(pool, now);

  serve(app, endpoints.pixelExecutions, async ({ access, params: { id }, query, reply }) => {
    await findPresent(access, id);
    const { executions, next } = await readExecutions(pool, id, query);
    if (next) reply.header('x-next-cursor', next);
    return executions;
  });

  serve(app, endpoints.testPixel, async ({ access, params: { id }, body }) => {
    const { pixel, membership } = await findPresent(access, id);
    requireWriter(membership, pixel.type);
    const hands = { pool, now, vault, limits, destinations };
    return oneTest(`${access.userId} ${id}`, () =>
      sendTestDelivery(hands, pixel, body.test_event_code),
    );
  });

  serve(app, endpoints.replayPixel, async ({ access, params: { id }, body }) => {
    const { pixel, membership } = await findPresent(access, id);
    requireWriter(membership, pixel.type);
    return replay({ pool, reader }, id, body, now());
  });

  serve(app, endpoints.pixelHealth, async ({ access, params: { id }, query: { hours } }) => {
    const { pixel } = await findPresent(access, id);
    return readHealth(pool, pixel, { hours, now: now() });
  });
}
