import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { inTransaction } from '../database/orm.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { servePublic } from '../plugins/serve.ts';
import { findAtStripe } from './stripe-client.ts';
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
  stripe: { client: Stripe; webhookSecret: string } | null;
};

/** The largest accepted age of a webhook, in seconds. */
const tolerance = 300;
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
        const event = verified(dependencies, request.body, request.headers['stripe-signature']);
        await take(dependencies, event);
        return { received: true } as const;
      },
      { bodyLimit: largest },
    );
  });
}

function verified(
  { stripe, now }: WebhookDependencies,
  body: unknown,
  signature: string | string[] | undefined,
): Stripe.Event {
  if (!stripe) throw notFound();
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw forged();
  let event: Stripe.Event;
  try {
    event = stripe.client.webhooks.constructEvent(
      body,
      signature,
      stripe.webhookSecret,
      tolerance,
      undefined,
      now().getTime(),
    );
  } catch {
    throw forged();
  }
  if (!eventSchema.safeParse(event).success) throw misshapen();
  return event;
}

const identifier = z.string().regex(/^[\x21-\x7e]{1,255}$/);
/** The parts of an event that are read here. */
const eventSchema = z.looseObject({
  id: identifier,
  type: identifier,
  data: z.looseObject({
    object: z.looseObject({
      id: identifier.optional(),
      parent: z
        .looseObject({
          subscription_details: z
            .looseObject({
              subscription: identifier.or(z.looseObject({ id: identifier })).nullish(),
            })
            .nullish(),
        })
        .nullish(),
    }),
  }),
});

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

/** The id of the subscription that an event is about. */
function subscriptionIn(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.pending_update_expired':
      return event.data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.finalized':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible': {
      const about = event.data.object.parent?.subscription_details?.subscription;
      return typeof about === 'string' ? about : (about?.id ?? null);
    }
    default:
      return null;
  }
}

const misshapen = () =>
  new Refusal(400, { detail: 'This is no event of Stripe: id, type and data.object are needed.' });

const forged = () => new Refusal(400, { detail: 'This is not signed by Stripe.' });
