import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import { endpoints } from '#contract/endpoints.ts';
import { inTransaction } from '../database/orm.ts';
import { servePublic } from '../plugins/serve.ts';
import { findAtStripe } from './stripe-client.ts';
import { type StripeWebhook, subscriptionIn, verifiedEvent } from './stripe-events.ts';
import {
  expandedFields,
  readSnapshot,
  type StripeSnapshot,
  storeSnapshot,
} from './stripe-snapshots.ts';

export type WebhookDependencies = {
  pool: pg.Pool;
  now: () => Date;
  /** Null where Stripe is not used. */
  stripe: StripeWebhook | null;
};

const largest = 512 * 1024;

/**
 * Stripe's webhooks. An event only tells that something changed; the subscription is read again, so that the order of
 * events does not matter. The answer is sent once the effect is stored.
 */
export function webhookRoutes(app: FastifyInstance, dependencies: WebhookDependencies): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    servePublic(
      scope,
      endpoints.stripeWebhook,
      async ({ request }) => {
        const signature = request.headers['stripe-signature'];
        const event = verifiedEvent(dependencies, request.body, signature);
        await take(dependencies, event);
        return { received: true } as const;
      },
      { bodyLimit: largest },
    );
  });
}

async function take({ pool, now, stripe }: WebhookDependencies, event: Stripe.Event) {
  const { rowCount: known } = await pool.query('select from stripe_events where id = $1', [
    event.id,
  ]);
  if (known || !stripe) return;
  const look = await lookFor(pool, stripe.client, subscriptionIn(event));
  await inTransaction(pool, async (client) => {
    const { rowCount: isNew } = await client.query(
      'insert into stripe_events (id, type, received_at) values ($1, $2, $3) on conflict do nothing',
      [event.id, event.type, now()],
    );
    if (isNew && look) await storeSnapshot(client, look);
  });
}

/** Null for a subscription that is unknown here. */
async function lookFor(
  pool: pg.Pool,
  client: Stripe,
  stripeId: string | null,
): Promise<StripeSnapshot | null> {
  const { rowCount } = await pool.query('select from subscriptions where stripe_id = $1', [
    stripeId,
  ]);
  if (!rowCount || stripeId === null) return null;
  return findAtStripe(() =>
    readSnapshot(pool, () => client.subscriptions.retrieve(stripeId, { expand: expandedFields })),
  );
}
