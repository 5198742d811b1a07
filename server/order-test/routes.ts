import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { onlyConversionsReported } from '#contract/event-pixels/schemas.ts';
import type { OrderTest } from '#contract/order-test/schemas.ts';
import { textMap } from '#contract/text-map.ts';
import { requireCapability } from '../access/require-capability.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import { primaryEvent } from '../attribution/primary-event.ts';
import { hostOf } from '../event-pixels/payload/build-request.ts';
import { destinations } from '../event-pixels/payload/destinations.ts';
import { type PixelRow, readPixels } from '../event-pixels/repository.ts';
import type { Attempts } from '../limits/attempts.ts';
import { oneTestOf } from '../limits/one-test.ts';
import { forbidden, invalid } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { followOrder, type TestOrder } from './follow-order.ts';

type Tested = TestOrder & { isDemo: boolean; isConversion: boolean };

type Dependencies = {
  pool: pg.Pool;
  attempts: Attempts;
  reader: ClickHouseClient;
  now: () => Date;
};

/** A test order, from the click to the warehouse. */
export function orderTestRoutes(
  app: FastifyInstance,
  { pool, attempts, reader, now }: Dependencies,
): void {
  const oneTest = oneTestOf(attempts, 'order test');

  serve(app, endpoints.testOrder, async ({ access, body, request }) => {
    const found = await findAffiliate(pool, access.memberships, body.affiliate);
    if (!found) throw forbidden();
    requireCapability(found.membership, 'pixel.write');
    const order = await orderFor(body.affiliate, body.event);
    if (!order) throw invalid('event', 'This project has no such event.');
    return oneTest(`${access.userId}`, async () => {
      const name = randomBytes(6).toString('hex');
      const hops = await followOrder({ app, pool, reader }, order, name, request.ip);
      const all = await readPixels(pool, [body.affiliate], now());
      const pixels = all.filter(({ event }) => event === body.event);
      return {
        test_id: `t_${name}`,
        order_id: `test-${name}`,
        hops,
        pixels: pixels.map((pixel) => planFor(pixel, order)),
      };
    });
  });

  async function orderFor(affiliate: number, event: number): Promise<Tested | null> {
    const { rows } = await pool.query<Tested>(
      `select p.id as "projectId", p.url as home, p.currency, p.is_demo as "isDemo", a.aff_id as affid,
         m.event_name as "eventName", m.public_key as key, m.domains,
         lower(m.event_name) = ${primaryEvent} as "isConversion"
       from affiliates a join projects p on p.id = a.project_id
       join master_pixels m on m.project_id = p.id
       where a.id = $1 and m.id = $2`,
      [affiliate, event],
    );
    return rows[0] ?? null;
  }
}

/** The requests that a pixel would send for an approved order. */
function planFor(pixel: PixelRow, { isDemo, isConversion }: Tested): OrderTest['pixels'][number] {
  const { id, name, type, status, fire_on: on } = pixel;
  const plan = (would_fire: boolean, message: string) => ({ id, name, would_fire, message });
  if (type !== 'html' && !isConversion) return plan(false, onlyConversionsReported);
  if (status !== 'active') return plan(false, `It is ${stillness.get(status) ?? status}.`);
  if (!on.includes('approved'))
    return plan(false, `It waits for orders that are ${on.join(', ')}.`);
  if (type === 'html') return plan(true, 'It would run in the page of the order.');
  if (isDemo) return plan(false, 'This project is a demo: nothing is sent.');
  return plan(true, `It would be sent to ${hostOf(pixel, destinations)}.`);
}

const stillness = textMap({
  draft: 'a draft',
  paused: 'paused',
  error: 'stopped after too many failures',
});
